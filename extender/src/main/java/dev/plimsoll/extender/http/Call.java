package dev.plimsoll.extender.http;

import java.util.Map;
import java.util.Optional;

/**
 * A request.
 *
 * @param body its body, empty where it has none
 * @param query its query parameters, the first value of each
 */
@SuppressWarnings("ArrayRecordComponent")
public record Call(byte[] body, Map<String, String> query) {

  /** Returns a query parameter that isn't empty. */
  public Optional<String> parameter(String name) {
    return Optional.ofNullable(query.get(name)).filter(v -> !v.isEmpty());
  }
}
