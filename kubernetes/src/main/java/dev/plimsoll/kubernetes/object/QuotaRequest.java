package dev.plimsoll.kubernetes.object;

import dev.plimsoll.kubernetes.quantity.Resources;
import java.time.Instant;
import java.util.Optional;

/**
 * A request for amounts in a quota of the namespace.
 *
 * @param metadata name, namespace and the like
 * @param resourceQuota the quota that is meant, if only one is
 * @param hard what is wanted, by key
 * @param until until when, if not for good
 * @param reason why
 */
public record QuotaRequest(
    ObjectMeta metadata,
    Optional<String> resourceQuota,
    Resources hard,
    Optional<Instant> until,
    String reason)
    implements ApiObject {

  public static final GroupVersionKind TYPE =
      GroupVersionKind.of("plimsoll.dev/v1alpha1", "QuotaRequest");

  public static final GroupResource RESOURCE = new GroupResource("plimsoll.dev", "quotarequests");

  @Override
  public GroupVersionKind type() {
    return TYPE;
  }

  @Override
  public GroupResource resource() {
    return RESOURCE;
  }
}
