package dev.plimsoll.server.http;

import java.util.Locale;
import org.eclipse.jetty.http.BadMessageException;
import org.eclipse.jetty.http.HttpStatus;

/** Answers to calls that reach no route, or whose route fails. */
final class ErrorReplies {
  private ErrorReplies() {}

  /** Returns the status for a failure: the status that Jetty names, else 500. */
  static int status(Throwable failure) {
    return failure instanceof BadMessageException bad
        ? bad.getCode()
        : HttpStatus.INTERNAL_SERVER_ERROR_500;
  }

  /** Returns the answer with a status. */
  static Reply of(int status) {
    return Reply.error(
        status,
        switch (status) {
          case HttpStatus.BAD_REQUEST_400 -> "malformed HTTP request";
          case HttpStatus.REQUEST_TIMEOUT_408 ->
              "body too slow; send at least " + LimitedBody.LEAST_RATE + " bytes a second";
          case HttpStatus.METHOD_NOT_ALLOWED_405 -> "method not allowed; use GET or POST";
          case HttpStatus.URI_TOO_LONG_414 ->
              "URI too long; at most " + JettyHardening.MOST_HEADER_BYTES + " bytes";
          case HttpStatus.REQUEST_HEADER_FIELDS_TOO_LARGE_431 ->
              "headers too large; at most " + JettyHardening.MOST_HEADER_BYTES + " bytes";
          case HttpStatus.HTTP_VERSION_NOT_SUPPORTED_505, HttpStatus.UPGRADE_REQUIRED_426 ->
              "HTTP version not supported; use HTTP/1.1";
          case HttpStatus.INTERNAL_SERVER_ERROR_500 -> "internal error; see the log";
          default -> HttpStatus.getMessage(status).toLowerCase(Locale.ROOT);
        });
  }
}
