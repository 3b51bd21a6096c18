package dev.plimsoll.server.http;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Files in PEM by which the server proves who it is, and callers have to.
 *
 * @param certificates the server's certificate with those between it and the root; none for a
 *     server without TLS
 * @param keys the certificate's key
 * @param clientAuthorities who signs callers' certificates; none if callers need no certificate
 * @param reloadInterval how often the files are looked at for renewed certificates
 */
public record TlsSettings(
    List<Path> certificates,
    List<Path> keys,
    List<Path> clientAuthorities,
    Duration reloadInterval) {

  /** No TLS. */
  public static final TlsSettings NONE =
      new TlsSettings(List.of(), List.of(), List.of(), Duration.ofSeconds(10));

  /** Makes the lists unmodifiable. */
  public TlsSettings {
    certificates = List.copyOf(certificates);
    keys = List.copyOf(keys);
    clientAuthorities = List.copyOf(clientAuthorities);
  }

  /** Returns whether there is TLS. */
  public boolean isOn() {
    return !certificates.isEmpty();
  }
}
