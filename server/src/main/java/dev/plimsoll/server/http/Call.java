package dev.plimsoll.server.http;

import java.io.InputStream;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * A request.
 *
 * @param body its body, which ends where it says, empty where it has none; reading it throws if the
 *     caller goes away
 * @param query its query parameters, the first value of each
 * @param token the bearer token that it comes with; empty if none
 * @param hasCertificate whether the caller has shown a certificate that is trusted, and is for the
 *     path
 * @param address the address that the request came from; empty if there is none
 * @param header returns the value of a header by its name
 */
public record Call(
    InputStream body,
    Map<String, String> query,
    String token,
    boolean hasCertificate,
    String address,
    Function<String, Optional<String>> header) {

  /** Creates a call without a client certificate. */
  public Call(InputStream body, Map<String, String> query, String token) {
    this(body, query, token, false, "");
  }

  /** Creates a call without headers. */
  public Call(
      InputStream body,
      Map<String, String> query,
      String token,
      boolean hasCertificate,
      String address) {
    this(body, query, token, hasCertificate, address, name -> Optional.empty());
  }

  /** Returns a query parameter that isn't empty. */
  public Optional<String> parameter(String name) {
    return Optional.ofNullable(query.get(name)).filter(v -> !v.isEmpty());
  }
}
