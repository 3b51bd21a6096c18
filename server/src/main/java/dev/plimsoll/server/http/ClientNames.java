package dev.plimsoll.server.http;

import java.security.cert.X509Certificate;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import spark.Request;

/**
 * The certificates that may call a path, by common name. The API server also takes a user's name
 * from the common name.
 */
final class ClientNames {
  private static final String CERTIFICATES = "javax.servlet.request.X509Certificate";

  private final Map<String, Set<String>> allowed;

  /** Creates the names by the beginning of a path; a path without names is for all. */
  ClientNames(Map<String, Set<String>> allowed) {
    this.allowed = allowed;
  }

  /** Returns whether the caller has shown a certificate that is trusted. */
  static boolean hasCertificate(Request request) {
    return request.raw().getAttribute(CERTIFICATES) instanceof X509Certificate[] chain
        && chain.length > 0;
  }

  /** Returns the answer to a caller whose certificate isn't for the path. */
  Optional<Reply> denial(String path, Request request) {
    Set<String> names = allowed.get(path.split("/", 3)[1]);
    if (names == null) {
      return Optional.empty();
    }
    String name = commonName(request.raw().getAttribute(CERTIFICATES));
    return names.contains(name)
        ? Optional.empty()
        : Optional.of(Reply.error(403, "the certificate of \"" + name + "\" is not for " + path));
  }

  private static String commonName(Object attribute) {
    return attribute instanceof X509Certificate[] chain && chain.length > 0
        ? commonName(chain[0].getSubjectX500Principal().getName())
        : "";
  }

  /** Returns the common name of a distinguished name; empty if it has none, or more than one. */
  static String commonName(String distinguishedName) {
    try {
      return new LdapName(distinguishedName)
          .getRdns().stream()
              .filter(rdn -> rdn.getType().equalsIgnoreCase("CN"))
              .map(Rdn::getValue)
              .map(String::valueOf)
              .reduce((one, other) -> "")
              .orElse("");
    } catch (InvalidNameException e) {
      return "";
    }
  }
}
