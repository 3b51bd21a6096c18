package dev.plimsoll.bench.extender;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Somebody who asks over one connection, with as little of their own as can be. */
final class HttpCaller implements AutoCloseable {
  private static final String LENGTH = "content-length:";

  private final Socket socket;
  private final OutputStream out;
  private final DataInputStream in;

  HttpCaller(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(true);
    out = socket.getOutputStream();
    in = new DataInputStream(new java.io.BufferedInputStream(socket.getInputStream(), 1 << 16));
  }

  /** Posts a body and reads the whole answer. */
  byte[] post(String path, byte[] body) throws IOException {
    String head =
        "POST "
            + path
            + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: "
            + body.length
            + "\r\n\r\n";
    out.write(head.getBytes(StandardCharsets.US_ASCII));
    out.write(body);
    return answer();
  }

  /** Gets something, with a token unless it is empty, and reads the whole answer. */
  byte[] get(String path, String token) throws IOException {
    ask(path, token);
    return answer();
  }

  /** Returns the status that a token is answered with; the connection can't be used after that. */
  int status(String path, String token) throws IOException {
    ask(path, token);
    out.flush();
    return Integer.parseInt(line().split(" ", 3)[1]);
  }

  private void ask(String path, String token) throws IOException {
    String head =
        "GET "
            + path
            + " HTTP/1.1\r\nHost: localhost\r\n"
            + (token.isEmpty() ? "" : "Authorization: Bearer " + token + "\r\n")
            + "\r\n";
    out.write(head.getBytes(StandardCharsets.US_ASCII));
  }

  private byte[] answer() throws IOException {
    out.flush();
    String status = line();
    int length = 0;
    for (String header = line(); !header.isEmpty(); header = line()) {
      if (header.toLowerCase(Locale.ROOT).startsWith(LENGTH)) {
        length = Integer.parseInt(header.substring(LENGTH.length()).strip());
      }
    }
    byte[] answer = new byte[length];
    in.readFully(answer);
    if (!status.startsWith("HTTP/1.1 200")) {
      throw new IOException(status + ": " + new String(answer, StandardCharsets.UTF_8));
    }
    return answer;
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new IOException("The connection ended.");
      }
      line.append((char) c);
    }
    return line.toString().strip();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
