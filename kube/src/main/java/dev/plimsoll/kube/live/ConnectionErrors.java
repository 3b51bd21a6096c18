package dev.plimsoll.kube.live;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.util.Optional;
import javax.net.ssl.SSLException;

/**
 * Error messages for clusters that can't be read.
 *
 * @param server the URL of the API server
 * @param login how it was found, such as {@code context "prod"}
 */
record ConnectionErrors(String server, String login) {

  UnreachableException unauthorized() {
    return new UnreachableException(
        cluster() + " doesn't accept the credentials (401 Unauthorized): log in again.");
  }

  UnreachableException malformed(String path) {
    return new UnreachableException(
        cluster()
            + " answered "
            + path
            + " with something other than the JSON of a Kubernetes API: check the server's URL.");
  }

  UnreachableException notAList(String path, String problem) {
    return new UnreachableException(
        cluster()
            + ": the answer to "
            + path
            + " "
            + problem
            + ": check any proxy in front of the API server.");
  }

  UnreachableException status(String path, StatusException e) {
    String message = e.getMessage() == null ? "" : e.getMessage();
    return new UnreachableException(
        cluster()
            + " answered "
            + path
            + " with "
            + e.code()
            + (message.isEmpty() ? "" : ": ")
            + message
            + (message.endsWith(".") ? "" : "."));
  }

  UnreachableException unreachable(IOException e) {
    return new UnreachableException(cluster() + " can't be reached: " + reason(e) + ".");
  }

  String reason(IOException e) {
    if (e instanceof UnknownHostException) {
      return "the name of its host is unknown";
    }
    if (e instanceof SocketTimeoutException || isOverdue(e)) {
      return "it doesn't answer in time";
    }
    if (e instanceof ConnectException || e instanceof NoRouteToHostException) {
      return "nothing answers there";
    }
    if (e instanceof SSLException) {
      return "the secure connection fails (" + root(e) + "); check certificate-authority-data";
    }
    return "the connection broke (" + root(e) + ")";
  }

  /** Returns whether the error is OkHttp's for a call that exceeded its timeout. */
  static boolean isOverdue(IOException e) {
    return e instanceof InterruptedIOException && "timeout".equals(e.getMessage());
  }

  private static String root(Throwable e) {
    Throwable cause = e;
    while (cause.getCause() != null && !(cause instanceof CertificateException)) {
      cause = cause.getCause();
    }
    return Optional.ofNullable(cause.getMessage())
        .flatMap(m -> m.lines().findFirst())
        .orElseGet(cause.getClass()::getSimpleName);
  }

  private String cluster() {
    return "The cluster at " + server + " (" + login + ")";
  }
}
