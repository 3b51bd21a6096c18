package dev.plimsoll.advisor.controller;

import dev.plimsoll.advisor.live.ApplyOverrides;
import dev.plimsoll.advisor.recommend.Advice;
import dev.plimsoll.model.tenancy.ChangePolicy.ApplyMode;
import java.util.Optional;

/**
 * The options of a run: its permitted actions on the cluster.
 *
 * @param post whether recommendations, events, the report and the policy's status are written
 * @param apply whether quotas are changed; if absent, as the policy says
 * @param overrides what a person has allowed
 * @param acceptsLosses whether a person accepts that capacity is lost
 * @param reportNamespace where the ConfigMap with the report goes
 */
public record RunOptions(
    boolean post,
    Optional<Boolean> apply,
    ApplyOverrides overrides,
    boolean acceptsLosses,
    String reportNamespace) {

  /** Returns whether quotas are changed as advised. */
  boolean applies(Advice advice) {
    return apply.orElseGet(
        () -> advice.shares().capacity().policy().changes().apply() == ApplyMode.AUTOMATIC);
  }

  /** Returns whether anything is written to the cluster. */
  public boolean writes(Advice advice) {
    return post || applies(advice);
  }
}
