package dev.plimsoll.kubernetes.object;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The summary of a QuotaRecommendation for readers. Its texts are as they were posted: nothing is
 * decided by them.
 *
 * @param metadata name, namespace and the like
 * @param resourceQuota the quota's name
 * @param key the key of the quota
 * @param policy the policy that it follows from
 * @param tenant whose namespace it is
 * @param time when it was proposed
 * @param confidence how far to trust it
 * @param amounts what it proposes
 * @param why how that came about
 * @param effect what it would change
 * @param conditions what became of it
 */
public record RecommendationSummary(
    ObjectMeta metadata,
    String resourceQuota,
    String key,
    String policy,
    String tenant,
    Optional<Instant> time,
    String confidence,
    Amounts amounts,
    List<Step> why,
    Effect effect,
    List<Condition> conditions)
    implements ApiObject {

  public static final GroupVersionKind TYPE =
      GroupVersionKind.of("plimsoll.dev/v1alpha1", "QuotaRecommendation");

  public static final GroupResource RESOURCE =
      new GroupResource("plimsoll.dev", "quotarecommendations");

  public RecommendationSummary {
    why = List.copyOf(why);
    conditions = List.copyOf(conditions);
  }

  /**
   * The proposed amounts.
   *
   * @param now the ceiling when it was proposed; empty if the key wasn't limited
   * @param used what was charged; empty if nothing ever is
   * @param goal the ceiling in the end
   * @param proposed the next ceiling; empty if the key is to be dropped
   */
  public record Amounts(
      Optional<String> now,
      Optional<String> used,
      Optional<String> goal,
      Optional<String> proposed) {}

  /** A step of the derivation: what it is about, the amount after it, and where that is from. */
  public record Step(String name, String amount, String message) {}

  /**
   * The effect of applying all of the namespace's recommendations.
   *
   * @param podsAdmitted how many more pods would be admitted
   * @param podsPlaced how many more would be placed
   * @param gapsClosed the kinds of gaps that would go
   * @param gapsOpened the kinds of gaps that would come
   */
  public record Effect(
      long podsAdmitted, long podsPlaced, List<String> gapsClosed, List<String> gapsOpened) {
    public Effect {
      gapsClosed = List.copyOf(gapsClosed);
      gapsOpened = List.copyOf(gapsOpened);
    }
  }

  /** A condition of the recommendation, as in Kubernetes. */
  public record Condition(
      String type,
      String status,
      String reason,
      String message,
      Optional<Instant> lastTransitionTime) {}

  @Override
  public GroupVersionKind type() {
    return TYPE;
  }

  @Override
  public GroupResource resource() {
    return RESOURCE;
  }
}
