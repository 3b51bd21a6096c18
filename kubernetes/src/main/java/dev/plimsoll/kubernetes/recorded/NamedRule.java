package dev.plimsoll.kubernetes.recorded;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.ClusterResourceQuota;
import dev.plimsoll.kubernetes.object.LedgerSummary;
import dev.plimsoll.kubernetes.object.LimitRange;
import dev.plimsoll.kubernetes.object.LimitRangeItem;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.ValidatingAdmissionPolicy;
import dev.plimsoll.kubernetes.object.ValidatingAdmissionPolicyBinding;
import dev.plimsoll.kubernetes.object.WebhookConfiguration;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The rule that a denial names: a quota, a bound, a policy or a webhook. */
enum NamedRule {
  /** The rule has not changed since the denial. */
  UNCHANGED,
  /** The rule is deleted or has changed since the denial. */
  CHANGED,
  /** The denial or the snapshot doesn't tell the rule's state. */
  UNKNOWN;

  private static final Pattern QUOTA =
      Pattern.compile("(?:exceeded|failed|unknown for) quota: ([^,:\\s]+)");
  private static final Pattern BOUND =
      Pattern.compile("(minimum|maximum) (\\S+) usage per (\\S+) is ([0-9][^,\\s]*[^,.\\s]|[0-9])");
  private static final Pattern POLICY =
      Pattern.compile("ValidatingAdmissionPolicy '([^']+)' with binding '([^']+)'");
  private static final Pattern WEBHOOK = Pattern.compile("webhook \"([^\"]+)\"");

  /** Returns the state of the rule that a denial in a namespace names. */
  static NamedRule of(Cluster cluster, String namespace, String denial) {
    return Stream.of(
            webhook(cluster, denial),
            policy(cluster, denial),
            quota(cluster, namespace, denial),
            bound(cluster, namespace, denial))
        .flatMap(Optional::stream)
        .findFirst()
        .orElse(UNKNOWN);
  }

  private static NamedRule ifThere(boolean isThere) {
    return isThere ? UNKNOWN : CHANGED;
  }

  private static Optional<NamedRule> webhook(Cluster cluster, String denial) {
    Matcher matcher = WEBHOOK.matcher(denial);
    return matcher.find()
        ? Optional.of(
            ifThere(
                !cluster.covers(WebhookConfiguration.VALIDATING_RESOURCE)
                    || !cluster.covers(WebhookConfiguration.MUTATING_RESOURCE)
                    || cluster.list(WebhookConfiguration.class).stream()
                        .flatMap(c -> c.webhooks().stream())
                        .anyMatch(w -> w.name().equals(matcher.group(1)))))
        : Optional.empty();
  }

  private static Optional<NamedRule> policy(Cluster cluster, String denial) {
    Matcher matcher = POLICY.matcher(denial);
    if (!matcher.find()) {
      return Optional.empty();
    }
    boolean policy =
        !cluster.covers(ValidatingAdmissionPolicy.RESOURCE)
            || cluster.find(ValidatingAdmissionPolicy.class, "", matcher.group(1)).isPresent();
    boolean binding =
        !cluster.covers(ValidatingAdmissionPolicyBinding.RESOURCE)
            || cluster
                .find(ValidatingAdmissionPolicyBinding.class, "", matcher.group(2))
                .isPresent();
    return Optional.of(ifThere(policy && binding));
  }

  private static Optional<NamedRule> quota(Cluster cluster, String namespace, String denial) {
    Matcher matcher = QUOTA.matcher(denial);
    if (!matcher.find()) {
      return Optional.empty();
    }
    String name = matcher.group(1);
    Optional<ResourceQuota> quota = cluster.find(ResourceQuota.class, namespace, name);
    if (quota.isEmpty()) {
      boolean isWider =
          cluster.find(ClusterResourceQuota.class, "", name).isPresent()
              || cluster.list(LedgerSummary.class).stream().anyMatch(l -> l.quota().equals(name));
      return Optional.of(ifThere(isWider || !cluster.covers(ResourceQuota.RESOURCE, namespace)));
    }
    return Optional.of(
        RecordedQuota.of(denial)
            .map(f -> f.hold(quota.get()) ? UNCHANGED : CHANGED)
            .orElse(UNKNOWN));
  }

  private static Optional<NamedRule> bound(Cluster cluster, String namespace, String denial) {
    Matcher matcher = BOUND.matcher(denial);
    if (!matcher.find() || !cluster.covers(LimitRange.RESOURCE, namespace)) {
      return Optional.empty();
    }
    boolean isMaximum = matcher.group(1).equals("maximum");
    ResourceName resource = ResourceName.of(matcher.group(2));
    return Optional.of(
        ifThere(
            cluster.list(LimitRange.class, namespace).stream()
                .flatMap(r -> r.limits().stream())
                .filter(item -> item.type().equals(matcher.group(3)))
                .flatMap(item -> bound(item, isMaximum).get(resource).stream())
                .anyMatch(q -> q.toString().equals(matcher.group(4)))));
  }

  private static Resources bound(LimitRangeItem item, boolean isMaximum) {
    return isMaximum ? item.max() : item.min();
  }
}
