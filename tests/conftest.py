"""What holds for every test."""

from hypothesis import HealthCheck, settings

# Speed is measured by benchmarks, not by tests: a busy machine must not make a property fail. The
# examples are the same in every run, so that a red run can be repeated.
settings.register_profile(
    "scout",
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("scout")
