package dev.plimsoll.kube.live;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Objects;
import javax.net.ssl.SSLSocketFactory;
import okhttp3.OkHttpClient;

/**
 * Opens TLS connections that call the server by the cluster's field {@code tls-server-name}. The
 * host of the URL then only says where the server is. client-java ignores the field.
 */
final class NamedServerSockets extends SSLSocketFactory {
  private final SSLSocketFactory sockets;
  private final String serverName;

  private NamedServerSockets(SSLSocketFactory sockets, String serverName) {
    this.sockets = sockets;
    this.serverName = serverName;
  }

  /** Sets the name that a client sends in TLS and expects in the certificate of the server. */
  static void applyTo(OkHttpClient.Builder builder, OkHttpClient client, String serverName) {
    builder
        .sslSocketFactory(
            new NamedServerSockets(client.sslSocketFactory(), serverName),
            Objects.requireNonNull(client.x509TrustManager()))
        .hostnameVerifier((host, session) -> client.hostnameVerifier().verify(serverName, session));
  }

  @Override
  public Socket createSocket(Socket socket, String host, int port, boolean autoClose)
      throws IOException {
    return sockets.createSocket(socket, serverName, port, autoClose);
  }

  @Override
  public Socket createSocket(String host, int port) throws IOException {
    return sockets.createSocket(host, port);
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress local, int localPort)
      throws IOException {
    return sockets.createSocket(host, port, local, localPort);
  }

  @Override
  public Socket createSocket(InetAddress host, int port) throws IOException {
    return sockets.createSocket(host, port);
  }

  @Override
  public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort)
      throws IOException {
    return sockets.createSocket(host, port, local, localPort);
  }

  @Override
  public String[] getDefaultCipherSuites() {
    return sockets.getDefaultCipherSuites();
  }

  @Override
  public String[] getSupportedCipherSuites() {
    return sockets.getSupportedCipherSuites();
  }
}
