package dev.plimsoll.server.http;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Files in PEM by which the server proves who it is, and callers have to.
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
 */
public record TlsSettings(
    List<Path> certificates,
    List<Path> keys,
    List<Path> clientAuthorities,
    boolean certificateOptional,
    Map<String, Set<String>> clients,
    Duration reloadInterval) {

  /** No TLS. */
  public static final TlsSettings NONE =
      new TlsSettings(List.of(), List.of(), List.of(), false, Map.of(), Duration.ofSeconds(10));

  /** Makes the lists unmodifiable. */
  public TlsSettings {
    certificates = List.copyOf(certificates);
    keys = List.copyOf(keys);
    clientAuthorities = List.copyOf(clientAuthorities);
    clients = Map.copyOf(clients);
  }

  /** Returns whether there is TLS. */
  public boolean isOn() {
    return !certificates.isEmpty();
  }
}
