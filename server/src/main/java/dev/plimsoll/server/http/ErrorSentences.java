package dev.plimsoll.server.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Locale;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.handler.ErrorHandler;

/** Answers what Jetty doesn't let through to a route: as JSON, like each other error. */
final class ErrorSentences extends ErrorHandler {

  /** Returns the answer with a status. */
  static Reply reply(int status) {
    return Reply.error(
        status,
        switch (status) {
          case HttpStatus.BAD_REQUEST_400 -> "malformed HTTP request";
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

  @Override
  public void doError(
      String target, Request base, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    base.setHandled(true);
    if (!response.isCommitted()) {
      write(reply(response.getStatus()), response);
    }
  }

  /** Writes an answer, and closes the connection after it. */
  static void write(Reply reply, HttpServletResponse response) throws IOException {
    response.setContentType(reply.contentType());
    response.setHeader("X-Content-Type-Options", "nosniff");
    response.setHeader("Connection", "close");
    for (byte[] piece : reply.body()) {
      response.getOutputStream().write(piece);
    }
  }

  @Override
  public ByteBuffer badMessageError(int status, String reason, HttpFields fields) {
    fields.put("Content-Type", Reply.JSON);
    return ByteBuffer.wrap(reply(status).body().get(0));
  }
}
