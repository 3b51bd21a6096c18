package dev.plimsoll.server.http;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.periodic.PeriodicTask;
import dev.plimsoll.kube.periodic.RunInterval;
import dev.plimsoll.kube.periodic.TaskStatus;
import dev.plimsoll.server.tls.CertificateSource;
import dev.plimsoll.server.tls.KeyedCertificate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/**
 * TLS by files, or a source, that are looked at again and again, because certificates are renewed;
 * new connections get the new ones. Connections that are open are closed once they have nothing to
 * answer if others sign callers' certificates now, since whom they were opened for may not be
 * trusted any more; a renewed certificate of the server's own ends none, since a call may be on its
 * way. Files that can't be used are logged and those in use stay; so is it logged, and counted as
 * failures, that the one in use has expired.
 */
final class DynamicCertificates implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(DynamicCertificates.class.getName());

  private final TlsSettings settings;
  private final SslContextFactory.Server context = new SslContextFactory.Server();
  private final List<ServerConnector> connectors = new CopyOnWriteArrayList<>();
  private final OutdatedConnections outdated = new OutdatedConnections();
  private final PeriodicTask reloads;

  /** Hashes of what is in use; after the start only the reloading thread knows them. */
  private Contents read;

  private volatile Instant notAfter = Instant.MAX;

  private record Contents(List<Integer> server, List<Integer> clientAuthorities) {}

  private DynamicCertificates(String role, TlsSettings settings) {
    this.settings = settings;
    this.read = contents();
    fill(context);
    context.setKeyStorePassword(PemFiles.PASSWORD);
    boolean hasClients = !settings.clientAuthorities().isEmpty();
    context.setNeedClientAuth(hasClients && !settings.certificateOptional());
    context.setWantClientAuth(hasClients && settings.certificateOptional());
    context.setIncludeProtocols("TLSv1.2", "TLSv1.3");
    this.reloads =
        PeriodicTask.start(
            role + "-certificates",
            RunInterval.every(settings.reloadInterval()),
            this::reloadIfChanged);
  }

  /**
   * Reads the files and watches them.
   *
   * @param role whose listener it is; the duty is named after it
   * @throws InputException if they can't be used
   */
  static DynamicCertificates of(String role, TlsSettings settings) {
    return new DynamicCertificates(role, settings);
  }

  /** Has a connector speak TLS before anything else. */
  void secure(ServerConnector connector) {
    connector
        .getConnectionFactory(HttpConnectionFactory.class)
        .getHttpConfiguration()
        .addCustomizer(new SecureRequestCustomizer(false));
    connector.addFirstConnectionFactory(
        new TlsOnly(new SslConnectionFactory(context, connector.getDefaultProtocol())));
    connectors.add(connector);
  }

  private void fill(SslContextFactory factory) {
    KeyedCertificate keyed =
        settings
            .source()
            .map(CertificateSource::current)
            .orElseGet(() -> PemFiles.keyed(settings.certificates(), settings.keys()));
    if (!settings.clientAuthorities().isEmpty()) {
      factory.setTrustStore(PemFiles.trustStore(settings.clientAuthorities()));
    }
    factory.setKeyStore(PemFiles.keyStore(keyed));
    notAfter = keyed.notAfter();
  }

  /**
   * Reloads renewed files; while those can't be used, the certificates in use stay.
   *
   * @throws InputException if the certificate in use has expired
   */
  private void reloadIfChanged() throws Exception {
    outdated.closeIdle();
    Contents now = contents();
    if (!now.equals(read)) {
      context.reload(this::fill);
      if (!now.clientAuthorities().equals(read.clientAuthorities())) {
        connectors.forEach(connector -> outdated.add(connector.getConnectedEndPoints()));
        outdated.closeIdle();
      }
      read = now;
      LOG.log(System.Logger.Level.INFO, "certificates reloaded");
    }
    if (Instant.now().isAfter(notAfter)) {
      throw new InputException(
          "the certificate in use expired at "
              + notAfter
              + ": callers go no further than to see that");
    }
  }

  /** Returns how the reloading fares. */
  TaskStatus status() {
    return reloads.status();
  }

  /** Returns when the certificate in use expires. */
  Instant notAfter() {
    return notAfter;
  }

  private Contents contents() {
    List<Integer> server =
        settings
            .source()
            .map(source -> List.of(source.current().hashCode()))
            .orElseGet(() -> contents(settings.certificates(), settings.keys()));
    return new Contents(server, contents(settings.clientAuthorities(), List.of()));
  }

  private static List<Integer> contents(List<Path> files, List<Path> others) {
    return Stream.of(files, others)
        .flatMap(List::stream)
        .map(DynamicCertificates::content)
        .toList();
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
    reloads.close();
  }
}
