# docker build -t scout . && docker run -d --name scout --env-file .env -v scout:/data scout

# What is needed to install stays in this stage.
FROM python:3.11-slim AS build
WORKDIR /src
COPY pyproject.toml constraints.txt README.md LICENSE ./
COPY engine engine
COPY data data
COPY bot bot
RUN python -m venv --without-pip /opt/scout \
 && python -m pip --python /opt/scout install --no-cache-dir --disable-pip-version-check -c constraints.txt '.[postgres]'
# The strong computer players' machine code, which otherwise takes the first start most of a minute. It
# belongs to sources of just this path and time, and an image keeps whole seconds only. On a processor of
# another model the bot makes its own.
ENV NUMBA_CACHE_DIR=/opt/machine-code
RUN find /opt/scout -path '*/engine/players/fast/*.py' -exec touch -d 2026-01-01T00:00:00Z {} + \
 && /opt/scout/bin/python -m engine.players.fast

FROM python:3.11-slim
RUN useradd --system --user-group --uid 10001 --no-create-home --home-dir /data scout \
 && install --directory --owner=scout --group=scout --mode=0700 /data
COPY --from=build /opt/scout /opt/scout
COPY --from=build --chown=scout:scout /opt/machine-code /opt/machine-code
ENV PATH=/opt/scout/bin:$PATH \
    NUMBA_CACHE_DIR=/opt/machine-code \
    DATABASE_URL=sqlite:////data/scout.sqlite3 \
    METRICS_PORT=9464 \
    PYTHONUNBUFFERED=1
USER scout
WORKDIR /data
# Both are written to, also where the root file system is read-only.
VOLUME ["/data", "/opt/machine-code"]
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["python", "-c", \
  "import os, urllib.request as u; u.urlopen(f'http://127.0.0.1:{os.environ[\"METRICS_PORT\"]}/healthz', timeout=4)"]
ENTRYPOINT ["python", "-m", "bot"]
CMD ["run"]
