package dev.plimsoll.kubernetes.admission;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.limits.Injection;
import dev.plimsoll.kubernetes.limits.LimitRangeViolation;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.quota.QuotaAccount;
import dev.plimsoll.kubernetes.quota.QuotaDenial;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The outcome of a request, layer by layer.
 *
 * @param request the request as it came
 * @param steps what each layer made of it, in their order
 * @param cluster the cluster afterwards: with the object stored and quotas charged if the request
 *     was allowed and wasn't a dry run, else as before
 * @param unread what the layers up to the last that was asked rest on and the snapshot doesn't
 *     have; if there is any, whether the request would be allowed is unknown
 */
public record AdmissionReport(
    AdmissionRequest request, List<AdmissionStep> steps, Cluster cluster, Unread unread) {

  public AdmissionReport {
    steps = List.copyOf(steps);
  }

  /** Returns why the request was denied, if it was. */
  public Optional<Denial> denial() {
    return steps.stream().flatMap(s -> s.denial().stream()).findFirst();
  }

  /** Returns the layer that denied the request, if one did. */
  public Optional<String> deniedBy() {
    return steps.stream().filter(s -> s.denial().isPresent()).map(AdmissionStep::layer).findFirst();
  }

  /** Returns whether the request got past all that may change the object. */
  public boolean reachedValidation() {
    return steps.stream().anyMatch(s -> s.effect() instanceof AdmissionEffect.Validated);
  }

  /** Returns whether the answer rests on nothing that was not read. */
  public boolean isKnown() {
    return unread.isEmpty();
  }

  /** Returns the same report that rests on what is missing here. */
  public AdmissionReport withUnread(Unread other) {
    return new AdmissionReport(request, steps, cluster, other);
  }

  /** Returns whether the request was allowed. */
  public boolean allowed() {
    return denial().isEmpty();
  }

  /** Returns the HTTP status. */
  public int code() {
    return denial().map(Denial::code).orElse(request.isCreate() ? 201 : 200);
  }

  /** Returns the reason in one word; empty for a request that was allowed. */
  public String reason() {
    return denial().map(Denial::reason).orElse("");
  }

  /** Returns the text that the user sees; empty for a request that was allowed. */
  public String message() {
    return denial().map(Denial::message).orElse("");
  }

  /** Returns the object as it was stored, or as it was when it was denied. */
  public ApiObject object() {
    return steps.isEmpty() ? request.object() : steps.get(steps.size() - 1).object();
  }

  /** Returns the requests and limits that LimitRanges set on the pod's containers. */
  public List<Injection> injections() {
    return effects(AdmissionEffect.Injected.class).flatMap(i -> i.injections().stream()).toList();
  }

  /** Returns the violations of LimitRanges; empty where the request didn't get that far. */
  public List<LimitRangeViolation> limitRangeViolations() {
    return effects(AdmissionEffect.Bounded.class).flatMap(b -> b.violations().stream()).toList();
  }

  /** Returns why a quota denied the object, if one did. */
  public Optional<QuotaDenial> quotaDenial() {
    return effects(AdmissionEffect.Charged.class).flatMap(c -> c.denial().stream()).findFirst();
  }

  /** Returns which quota was exceeded, if that is why the object was denied. */
  public Optional<QuotaDenial.Exceeded> exceededQuota() {
    return quotaDenial()
        .filter(QuotaDenial.Exceeded.class::isInstance)
        .map(QuotaDenial.Exceeded.class::cast);
  }

  /** Returns which plug-in denied the object, if its rules aren't about resources. */
  public Optional<String> forbiddenBy() {
    return effects(AdmissionEffect.Forbidden.class)
        .map(AdmissionEffect.Forbidden::denier)
        .findFirst();
  }

  /** Returns the remarks that the denying plug-in adds to its message. */
  public List<String> remarks() {
    return effects(AdmissionEffect.Forbidden.class).flatMap(f -> f.remarks().stream()).toList();
  }

  /** Returns each quota's part; empty where the request didn't get that far. */
  public List<QuotaAccount> quotaAccounts() {
    return effects(AdmissionEffect.Charged.class)
        .flatMap(c -> c.outcome().accounts().stream())
        .toList();
  }

  private <T extends AdmissionEffect> Stream<T> effects(Class<T> type) {
    return steps.stream().map(AdmissionStep::effect).filter(type::isInstance).map(type::cast);
  }
}
