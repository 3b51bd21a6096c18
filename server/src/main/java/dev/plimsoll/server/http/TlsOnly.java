package dev.plimsoll.server.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.DetectorConnectionFactory;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.Callback;

/** Speaks TLS, and says so to callers that speak plain HTTP. */
final class TlsOnly extends DetectorConnectionFactory {
  private static final byte[] BODY =
      Reply.error(400, "plain HTTP on a port for TLS; use https").body().get(0);
  private static final String ANSWER =
      """
      HTTP/1.1 400 Bad Request\r
      Content-Type: application/json\r
      Content-Length: %d\r
      Connection: close\r
      \r
      %s"""
          .formatted(BODY.length, new String(BODY, StandardCharsets.UTF_8));

  TlsOnly(SslConnectionFactory tls) {
    super(tls);
  }

  @Override
  protected void nextProtocol(Connector connector, EndPoint connection, ByteBuffer received) {
    connection.write(
        Callback.from(connection::close), ByteBuffer.wrap(ANSWER.getBytes(StandardCharsets.UTF_8)));
  }
}
