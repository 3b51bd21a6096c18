package dev.plimsoll.admission;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** A way to a server over TCP on which nothing gets through for a while. */
final class PausingProxy implements AutoCloseable {
  private final ServerSocket listening;
  private final URI server;
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final ReentrantReadWriteLock gate = new ReentrantReadWriteLock();

  PausingProxy(String server) {
    this.server = URI.create(server);
    try {
      listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    threads.execute(this::accept);
  }

  String url() {
    return "http://127.0.0.1:" + listening.getLocalPort();
  }

  /** Lets nothing through as long as something is done. */
  void pausedWhile(Pause pause) throws Exception {
    gate.writeLock().lock();
    try {
      pause.run();
    } finally {
      gate.writeLock().unlock();
    }
  }

  /** What is done meanwhile. */
  interface Pause {
    void run() throws Exception;
  }

  private void accept() {
    try {
      while (true) {
        Socket client = listening.accept();
        Socket upstream = new Socket(server.getHost(), server.getPort());
        sockets.addAll(List.of(client, upstream));
        threads.execute(() -> copy(client, upstream));
        threads.execute(() -> copy(upstream, client));
      }
    } catch (IOException e) {
      close();
    }
  }

  private void copy(Socket from, Socket to) {
    byte[] buffer = new byte[16 * 1024];
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        gate.readLock().lock();
        try {
          out.write(buffer, 0, read);
          out.flush();
        } finally {
          gate.readLock().unlock();
        }
      }
    } catch (IOException e) {
      // One of the two has ended it.
    }
  }

  @Override
  public void close() {
    try {
      listening.close();
      for (Socket socket : sockets) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    threads.shutdownNow();
  }
}
