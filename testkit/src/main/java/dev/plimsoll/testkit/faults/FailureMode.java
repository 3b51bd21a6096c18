package dev.plimsoll.testkit.faults;

import dev.plimsoll.testkit.api.StatusError;
import dev.plimsoll.testkit.http.ApiResponse;

/** How a request fails that a fault has hit. */
public enum FailureMode {
  /** 410: what the client has seen is too old; it must list again. */
  GONE,
  /** 429 with Retry-After: 1. */
  TOO_MANY_REQUESTS,
  /** 500. */
  INTERNAL_ERROR,
  /** 503, as while the server starts. */
  UNAVAILABLE,
  /** 404, as while a custom resource isn't served yet. */
  NOT_FOUND,
  /** 504. */
  TIMEOUT,
  /** The connection closes without an answer. */
  DROPPED;

  /** Returns the answer for the client; a watch gets 410 inside its stream. */
  ApiResponse answer(boolean watch) {
    return switch (this) {
      case GONE -> {
        StatusError gone =
            StatusError.expired("The resourceVersion for the provided list is too old.");
        yield watch ? ApiResponse.watchError(gone) : ApiResponse.ofError(gone);
      }
      case TOO_MANY_REQUESTS ->
          ApiResponse.ofError(
              StatusError.of(429, "TooManyRequests", "too many requests, please try again later")
                  .retryAfter(1));
      case INTERNAL_ERROR ->
          failure(500, "InternalError", "Internal error occurred: etcdserver: no leader");
      case UNAVAILABLE ->
          failure(503, "ServiceUnavailable", "apiserver is shutting down or not yet ready");
      case NOT_FOUND ->
          failure(404, "NotFound", "the server could not find the requested resource");
      case TIMEOUT ->
          failure(504, "Timeout", "Timeout: request did not complete within the allotted timeout");
      case DROPPED -> new ApiResponse.Broken();
    };
  }

  private static ApiResponse failure(int code, String reason, String message) {
    return ApiResponse.ofError(StatusError.of(code, reason, message));
  }
}
