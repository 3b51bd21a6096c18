package dev.plimsoll.server.http;

import dev.plimsoll.server.tls.CertificateSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * By what the server proves who it is, and callers have to: files in PEM, or a source.
 *
 * @param certificates the server's certificate with those between it and the root; none for a
 *     server without TLS
 * @param keys the certificate's key
 * @param clientAuthorities who signs callers' certificates; none if callers need no certificate
 * @param certificateOptional whether callers may come without a certificate, since they can be
 *     known by a token
 * @param clients the common names of callers' certificates that paths are for, by the first part of
 *     a path, such as {@code scheduler}; a path that isn't there is for all callers
 * @param reloadInterval how often the files are looked at for renewed certificates
 * @param source gives the server's certificate in the place of files
 */
public record TlsSettings(
    List<Path> certificates,
    List<Path> keys,
    List<Path> clientAuthorities,
    boolean certificateOptional,
    Map<String, Set<String>> clients,
    Duration reloadInterval,
    Optional<CertificateSource> source) {

  /** No TLS. */
  public static final TlsSettings NONE =
      new TlsSettings(List.of(), List.of(), List.of(), false, Map.of(), Duration.ofSeconds(10));

  public TlsSettings {
    certificates = List.copyOf(certificates);
    keys = List.copyOf(keys);
    clientAuthorities = List.copyOf(clientAuthorities);
    clients = Map.copyOf(clients);
  }

  /** Makes settings by which the server's certificate is in files, if there is one. */
  public TlsSettings(
      List<Path> certificates,
      List<Path> keys,
      List<Path> clientAuthorities,
      boolean certificateOptional,
      Map<String, Set<String>> clients,
      Duration reloadInterval) {
    this(
        certificates,
        keys,
        clientAuthorities,
        certificateOptional,
        clients,
        reloadInterval,
        Optional.empty());
  }

  /** Returns the settings with a certificate that isn't in files. */
  public TlsSettings withSource(CertificateSource other) {
    return new TlsSettings(
        List.of(),
        List.of(),
        clientAuthorities,
        certificateOptional,
        clients,
        reloadInterval,
        Optional.of(other));
  }

  /** Returns whether there is TLS. */
  public boolean isOn() {
    return !certificates.isEmpty() || source.isPresent();
  }
}
