package dev.plimsoll.server.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.handler.ErrorHandler;

/** Answers what Jetty doesn't let through to a route: as JSON, like each other error. */
final class ErrorSentences extends ErrorHandler {

  @Override
  public void doError(
      String target, Request base, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    base.setHandled(true);
    if (!response.isCommitted()) {
      write(ErrorReplies.of(response.getStatus()), response);
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
    return ByteBuffer.wrap(ErrorReplies.of(status).body().get(0));
  }
}
