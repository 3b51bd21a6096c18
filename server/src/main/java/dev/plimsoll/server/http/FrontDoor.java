package dev.plimsoll.server.http;

import dev.plimsoll.kube.periodic.LimitedLog;
import java.io.IOException;
import java.util.Set;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletRequestWrapper;
import javax.servlet.http.HttpServletResponse;
import org.eclipse.jetty.http.BadMessageException;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.handler.HandlerWrapper;

/**
 * Keeps calls from Spark that Spark answers with its own page or logs with a stack trace. These are
 * other methods, and calls that fail while they are read or answered.
 */
final class FrontDoor extends HandlerWrapper {
  private static final Set<String> METHODS = Set.of("GET", "HEAD", "POST");

  private final LimitedLog log;

  FrontDoor(Handler inside, LimitedLog log) {
    this.log = log;
    setHandler(inside);
  }

  @Override
  public void handle(
      String target, Request base, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    if (!METHODS.contains(request.getMethod())) {
      base.setHandled(true);
      answer(HttpStatus.METHOD_NOT_ALLOWED_405, response);
      return;
    }
    try {
      super.handle(target, base, asGet(request), response);
    } catch (IOException e) {
      // Whoever called has gone; Jetty closes the connection.
      throw e;
    } catch (Throwable e) {
      base.setHandled(true);
      answer(ErrorReplies.status(e), response);
      if (!(e instanceof BadMessageException)) {
        log.defect("a call failed", e);
      }
    }
  }

  /** Spark would answer HEAD with 200 without asking the route; Jetty leaves out the body. */
  private static HttpServletRequest asGet(HttpServletRequest request) {
    return !request.getMethod().equals("HEAD")
        ? request
        : new HttpServletRequestWrapper(request) {
          @Override
          public String getMethod() {
            return "GET";
          }
        };
  }

  private static void answer(int status, HttpServletResponse response) throws IOException {
    if (!response.isCommitted()) {
      response.reset();
      response.setStatus(status);
      ErrorSentences.write(ErrorReplies.of(status), response);
    }
  }
}
