"""Discord's refusals: status, code, message, and the tree of what is wrong with a form."""

import math

from bot.sandbox.model import Json


class ApiError(Exception):
    """A request that Discord would refuse; ``body()`` is what it would answer."""

    def __init__(self, status: int, code: int, message: str, tree: Json | None = None) -> None:
        super().__init__(f"{status} (error code: {code}): {message}")
        self.status = status
        self.code = code
        self.message = message
        self.tree = tree
        self.headers: dict[str, str] = {}

    def body(self) -> Json:
        """The error as Discord writes it."""
        body: Json = {"message": self.message, "code": self.code}
        if self.tree:
            body["errors"] = self.tree
        return body


class RateLimitError(ApiError):
    """Too many requests: ``wait`` seconds until the next one is taken.

    Args:
        wait: seconds, told in the body and in a header.
        scope: ``user`` for a route's bucket, ``global`` for all calls of the bot together.
        headers: the bucket's own ``X-RateLimit-`` headers.
        code, message: for limits that have an error code of their own.
    """

    def __init__(
        self,
        wait: float,
        *,
        scope: str = "user",
        headers: dict[str, str] | None = None,
        code: int = 0,
        message: str = "You are being rate limited.",
    ) -> None:
        super().__init__(429, code, message)
        self.wait = round(wait, 3)
        self.scope = scope
        # Without "Via" discord.py takes it for a ban by Discord's outer guard.
        self.headers = (headers or {}) | {
            "Via": "1.1 sandbox",
            "Retry-After": str(math.ceil(wait)),
            "X-RateLimit-Scope": scope,
        }
        if scope == "global":
            self.headers["X-RateLimit-Global"] = "true"

    def body(self) -> Json:
        """The error as Discord writes it; the scope stands in the headers alone."""
        body: Json = {"message": self.message, "retry_after": self.wait}
        body["global"] = self.scope == "global"
        return body | ({"code": self.code} if self.code else {})


class Form:
    """Collects what is wrong with a request body, by path, and refuses it as code 50035.

    >>> form = Form()
    >>> form.add("components.0.label", "BASE_TYPE_REQUIRED", "This field is required")
    >>> form.tree["components"]["0"]["label"]["_errors"][0]["code"]
    'BASE_TYPE_REQUIRED'
    """

    def __init__(self) -> None:
        self.tree: Json = {}

    def add(self, path: str, code: str, message: str) -> None:
        """Note one fault of the field at ``path`` (dots between the steps)."""
        node = self.tree
        for step in path.split("."):
            node = node.setdefault(step, {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def length(self, path: str, value: object, low: int, high: int) -> bool:
        """Check that ``value`` is a string of ``low`` to ``high`` characters."""
        if not isinstance(value, str):
            if value is None and low:
                self.add(path, "BASE_TYPE_REQUIRED", "This field is required")
            else:
                self.add(path, "STRING_TYPE_CONVERT", f'Could not interpret "{value}" as string.')
            return False
        if low and not value.strip():
            self.add(path, "BASE_TYPE_REQUIRED", "This field is required")
        elif not low <= len(value) <= high:
            text = (
                f"Must be between {low} and {high} in length."
                if low
                else f"Must be {high} or fewer in length."
            )
            code = "BASE_TYPE_BAD_LENGTH" if low else "BASE_TYPE_MAX_LENGTH"
            self.add(path, code, text)
        else:
            return True
        return False

    def count(self, path: str, value: object, low: int, high: int) -> bool:
        """Check that ``value`` is a list of ``low`` to ``high`` items."""
        if not isinstance(value, list):
            self.add(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return False
        if not low <= len(value) <= high:
            text = (
                f"Must be between {low} and {high} in length."
                if low
                else f"Must be {high} or fewer in length."
            )
            self.add(path, "BASE_TYPE_BAD_LENGTH" if low else "BASE_TYPE_MAX_LENGTH", text)
            return False
        return True

    def integer(self, path: str, value: object, low: int, high: int) -> bool:
        """Check that ``value`` is a whole number from ``low`` to ``high``."""
        if isinstance(value, bool) or not isinstance(value, int):
            self.add(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
        elif value < low:
            self.add(
                path, "NUMBER_TYPE_MIN", f"int value should be greater than or equal to {low}."
            )
        elif value > high:
            self.add(path, "NUMBER_TYPE_MAX", f"int value should be less than or equal to {high}.")
        else:
            return True
        return False

    def check(self) -> None:
        """Refuse the request if anything was noted.

        Raises:
            ApiError: 50035, with the tree of faults.
        """
        if self.tree:
            raise ApiError(400, 50035, "Invalid Form Body", self.tree)


def invalid(path: str, code: str, message: str) -> ApiError:
    """One fault of a request body, as an error to raise."""
    form = Form()
    form.add(path, code, message)
    return ApiError(400, 50035, "Invalid Form Body", form.tree)


def unknown_channel() -> ApiError:
    """No such channel (or it was deleted)."""
    return ApiError(404, 10003, "Unknown Channel")


def unknown_message() -> ApiError:
    """No such message here (or it was deleted, or only one person sees it)."""
    return ApiError(404, 10008, "Unknown Message")


def unknown_member() -> ApiError:
    """The person is not in the server."""
    return ApiError(404, 10007, "Unknown Member")


def unknown_user() -> ApiError:
    """No such account."""
    return ApiError(404, 10013, "Unknown User")


def unknown_command() -> ApiError:
    """No such application command."""
    return ApiError(404, 10063, "Unknown application command")


def unknown_interaction() -> ApiError:
    """No such interaction, or its three seconds are over."""
    return ApiError(404, 10062, "Unknown interaction")


def already_acknowledged() -> ApiError:
    """The interaction had its first answer."""
    return ApiError(400, 40060, "Interaction has already been acknowledged.")


def invalid_token() -> ApiError:
    """An interaction's token after its 15 minutes."""
    return ApiError(401, 50027, "Invalid Webhook Token")


def unknown_webhook() -> ApiError:
    """A token that was never given out."""
    return ApiError(404, 10015, "Unknown Webhook")


def missing_access() -> ApiError:
    """The bot can't see the channel or server."""
    return ApiError(403, 50001, "Missing Access")


def missing_permissions() -> ApiError:
    """The bot sees it but may not do this there."""
    return ApiError(403, 50013, "Missing Permissions")


def thread_archived() -> ApiError:
    """The thread sleeps: nothing in it can be changed."""
    return ApiError(400, 50083, "Thread is archived")
