package dev.plimsoll.bench.upstream;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.ResourceClaim;
import dev.plimsoll.kubernetes.object.ScopedResourceSelectorRequirement;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quota.Evaluator;
import dev.plimsoll.kubernetes.quota.Evaluators;
import dev.plimsoll.kubernetes.quota.MissingResources;
import dev.plimsoll.kubernetes.quota.QuotaDenial;
import java.util.List;
import java.util.Optional;

/** Replays what quota's evaluators return. */
final class QuotaReplay implements Replay {
  private static final Comparison OTHER_KIND =
      new Comparison.SetAside("the object is of another kind than the evaluator's");

  @Override
  public Comparison compare(Call call) {
    QuotaCall quota = new QuotaCall(call);
    if (quota.requestsNegativeStorage()) {
      return new Comparison.SetAside(
          "a claim for a negative amount, which validation denies first");
    }
    if (call.name().equals("check")) {
      return QuotaCheckReplay.compare(quota);
    }
    if (!call.has("resource")) {
      return ResourceListReplay.compare(call);
    }
    if (!call.name().equals("tracks") && !call.has("object")) {
      return OTHER_KIND;
    }
    Evaluator evaluator = evaluator(quota);
    return switch (call.name()) {
      case "usage" ->
          Comparison.of(
              quota.resources("out").toString(), evaluator.usage(quota.object()).toString());
      case "handles" ->
          quota
              .request()
              .<Comparison>map(r -> Comparison.of(call.text("out"), "" + evaluator.handles(r)))
              .orElse(new Comparison.SetAside("the request deletes an object or connects to one"));
      case "scopes" -> scopes(quota, evaluator);
      case "tracks" ->
          Comparison.of(
              call.texts("out").stream().sorted().toList().toString(),
              call.texts("keys").stream()
                  .filter(key -> evaluator.tracks(ResourceName.of(key)))
                  .sorted()
                  .toList()
                  .toString());
      case "constraints" -> constraints(quota, evaluator);
      default -> throw new IllegalArgumentException("no such call: " + call.name());
    };
  }

  private static Evaluator evaluator(QuotaCall quota) {
    String resource = quota.call().text("resource");
    Cluster cluster = quota.cluster();
    return Evaluators.of(cluster)
        .get(
            resource.equals(ResourceClaim.RESOURCE.resource())
                ? ResourceClaim.RESOURCE
                : new GroupResource("", resource));
  }

  private static Comparison scopes(QuotaCall quota, Evaluator evaluator) {
    List<ScopedResourceSelectorRequirement> scopes = quota.scopes("scopes");
    String error = quota.call().text("error");
    Optional<String> problem =
        scopes.stream()
            .flatMap(
                s ->
                    evaluator
                        .malformed(s)
                        .map(p -> new QuotaDenial.MalformedScope("q", s, p).message())
                        .stream())
            .findFirst();
    if (!error.isEmpty() || problem.isPresent()) {
      return Comparison.of(
          "error matching scopes of quota q, err: " + error, problem.orElse("no error"));
    }
    return Comparison.of(
        quota.scopes("out").toString(),
        scopes.stream().filter(s -> evaluator.matches(s, quota.object())).toList().toString());
  }

  private static Comparison constraints(QuotaCall quota, Evaluator evaluator) {
    MissingResources missing =
        evaluator.constraints(
            quota.call().texts("keys").stream().map(ResourceName::of).toList(), quota.object());
    return Comparison.of(quota.call().text("error"), missing.isEmpty() ? "" : missing.toString());
  }
}
