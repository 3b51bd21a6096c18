package dev.plimsoll.server.http;

import dev.plimsoll.kube.InputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/**
 * TLS by files that are looked at again and again, since certificates are renewed; new connections
 * get the new ones. Files that can't be used are logged and those in use stay.
 */
final class DynamicCertificates implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(DynamicCertificates.class.getName());

  private final TlsSettings settings;
  private final SslContextFactory.Server context = new SslContextFactory.Server();
  private final ScheduledExecutorService thread;
  private List<Integer> read;

  private DynamicCertificates(TlsSettings settings, ScheduledExecutorService thread) {
    this.settings = settings;
    this.thread = thread;
    this.read = contents();
    fill(context);
    context.setKeyStorePassword(PemFiles.PASSWORD);
    context.setNeedClientAuth(!settings.clientAuthorities().isEmpty());
    context.setIncludeProtocols("TLSv1.2", "TLSv1.3");
  }

  /**
   * Reads the files and goes on looking at them.
   *
   * @throws InputException if they can't be used
   */
  static DynamicCertificates of(TlsSettings settings) {
    ScheduledExecutorService thread =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread made = new Thread(task, "plimsoll-certificates");
              made.setDaemon(true);
              return made;
            });
    DynamicCertificates dynamicCertificates = new DynamicCertificates(settings, thread);
    long every = settings.reloadInterval().toMillis();
    ScheduledFuture<?> unused =
        thread.scheduleWithFixedDelay(
            dynamicCertificates::reloadIfChanged, every, every, TimeUnit.MILLISECONDS);
    return dynamicCertificates;
  }

  /** Has a connector speak TLS before anything else. */
  void secure(ServerConnector connector) {
    connector.addFirstConnectionFactory(
        new SslConnectionFactory(context, connector.getDefaultProtocol()));
  }

  private void fill(SslContextFactory factory) {
    factory.setKeyStore(PemFiles.keyStore(settings.certificates(), settings.keys()));
    if (!settings.clientAuthorities().isEmpty()) {
      factory.setTrustStore(PemFiles.trustStore(settings.clientAuthorities()));
    }
  }

  private void reloadIfChanged() {
    try {
      List<Integer> now = contents();
      if (!now.equals(read)) {
        read = now;
        context.reload(this::fill);
        LOG.log(System.Logger.Level.INFO, "certificates reloaded");
      }
    } catch (InputException e) {
      LOG.log(
          System.Logger.Level.ERROR,
          "certificate reload failed; keeping the current one: {0}",
          e.getMessage());
    } catch (Exception e) {
      LOG.log(System.Logger.Level.ERROR, "certificate reload failed; keeping the current one", e);
    }
  }

  private List<Integer> contents() {
    List<Integer> contents = new ArrayList<>();
    Stream.of(settings.certificates(), settings.keys(), settings.clientAuthorities())
        .flatMap(List::stream)
        .forEach(file -> contents.add(content(file)));
    return contents;
  }

  private static int content(Path file) {
    try {
      return Arrays.hashCode(Files.readAllBytes(file));
    } catch (IOException e) {
      throw new InputException("cannot read " + file + ": no such file, or permission denied");
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
