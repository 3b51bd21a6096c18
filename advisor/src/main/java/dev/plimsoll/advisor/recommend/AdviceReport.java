package dev.plimsoll.advisor.recommend;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.plimsoll.kube.report.UnexaminedReport;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.tenancy.DividedResource;
import dev.plimsoll.model.tenancy.Share;
import dev.plimsoll.model.tenancy.TenantCapacity;
import dev.plimsoll.model.tenancy.decision.ResourceCeilings;
import dev.plimsoll.model.tenancy.plan.DerivationStep;
import dev.plimsoll.model.tenancy.plan.QuotaKeyProposal;
import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** Advice as JSON; its schema is {@code docs/schema/advise.json}. */
public final class AdviceReport {
  private AdviceReport() {}

  /** Returns the whole of it. */
  public static JsonObject of(Advice advice) {
    TenantCapacity tenantCapacity = advice.shares().capacity();
    JsonObject report = new JsonObject();
    report.addProperty("policy", tenantCapacity.policy().name());
    report.add("resources", array(tenantCapacity.policy().resources(), r -> resource(advice, r)));
    report.add("shares", array(advice.shares().all(), s -> share(advice, s)));
    report.add("recommendations", array(advice.recommendations(), AdviceReport::recommendation));
    report.add("limitRanges", array(advice.limitRanges(), AdviceReport::limitRange));
    report.add("nodes", array(advice.nodes(), AdviceReport::nodes));
    report.add("gapsNow", gaps(advice.gapsNow()));
    report.add("gapsExpected", gaps(advice.gapsExpected()));
    report.add("notes", texts(advice.notes()));
    report.addProperty("asOf", advice.asOf().toString());
    report.add("omissions", texts(advice.omissions()));
    report.add("unexamined", UnexaminedReport.of(advice.unexamined()));
    return report;
  }

  private static JsonObject resource(Advice advice, DividedResource resource) {
    TenantCapacity tenantCapacity = advice.shares().capacity();
    ResourceCeilings decided = advice.decided(resource);
    JsonObject entry = new JsonObject();
    entry.addProperty("resource", resource.name().name());
    entry.addProperty("unit", resource.unit().toString());
    entry.addProperty("allocatable", tenantCapacity.allocatable(resource).toPlainString());
    entry.addProperty("withheld", tenantCapacity.withheld(resource).toPlainString());
    if (tenantCapacity.toCome(resource).signum() > 0) {
      entry.addProperty("nodesToCome", tenantCapacity.toCome(resource).toPlainString());
    }
    entry.addProperty("system", tenantCapacity.system(resource).toPlainString());
    entry.addProperty("others", tenantCapacity.others(resource).toPlainString());
    entry.addProperty("reserve", resource.quantity(decided.capacity().reserve()).toString());
    entry.addProperty("lost", resource.quantity(decided.lost()).toString());
    entry.addProperty("divided", resource.quantity(decided.capacity().divided()).toString());
    return entry;
  }

  private static JsonObject share(Advice advice, Share share) {
    JsonObject entry = new JsonObject();
    entry.addProperty("tenant", share.tenant());
    entry.addProperty("resource", share.resource().name());
    entry.addProperty("guarantee", share.guarantee().toString());
    entry.addProperty("ceiling", share.ceiling().toString());
    entry.addProperty("share", share.share().toString());
    entry.addProperty("used", share.used().toString());
    entry.addProperty("wanted", share.wanted().toString());
    advice
        .plan()
        .account(share.tenant(), share.resource())
        .ifPresent(account -> entry.add("history", AccountJson.of(account)));
    return entry;
  }

  /** Returns a recommendation as JSON. */
  public static JsonObject recommendation(QuotaRecommendation quotaRecommendation) {
    Resources now = quotaRecommendation.proposal().now();
    JsonObject entry = new JsonObject();
    entry.addProperty("tenant", quotaRecommendation.proposal().tenant());
    entry.addProperty("namespace", quotaRecommendation.proposal().namespace());
    entry.addProperty("name", quotaRecommendation.proposal().name());
    entry.addProperty("change", change(quotaRecommendation));
    entry.add("now", ManifestJson.amounts(now));
    entry.add("proposed", ManifestJson.amounts(quotaRecommendation.proposal().proposed()));
    entry.add("keys", array(quotaRecommendation.proposal().keys(), k -> key(k, now)));
    entry.add(
        "dropped",
        texts(quotaRecommendation.proposal().dropped().stream().map(ResourceName::name).toList()));
    entry.add("effect", effect(quotaRecommendation.effect()));
    JsonObject confidence = new JsonObject();
    confidence.addProperty(
        "level", quotaRecommendation.confidence().level().name().toLowerCase(Locale.ROOT));
    confidence.addProperty("reason", quotaRecommendation.confidence().reason());
    entry.add("confidence", confidence);
    return entry;
  }

  private static String change(QuotaRecommendation quotaRecommendation) {
    if (!quotaRecommendation.proposal().changes()) {
      return "none";
    }
    return quotaRecommendation.proposal().isNew() ? "create" : "update";
  }

  private static JsonObject key(QuotaKeyProposal key, Resources now) {
    JsonObject entry = new JsonObject();
    entry.addProperty("key", key.key().name());
    now.get(key.key()).ifPresent(n -> entry.addProperty("now", n.toString()));
    entry.addProperty("used", key.used().toString());
    entry.addProperty("proposed", key.proposed().toString());
    entry.addProperty("goal", key.goal().toString());
    entry.add("why", array(key.why(), AdviceReport::step));
    return entry;
  }

  private static JsonObject step(DerivationStep step) {
    JsonObject entry = new JsonObject();
    entry.addProperty("step", step.name());
    entry.addProperty("amount", step.amount().toString());
    entry.addProperty("message", step.message());
    return entry;
  }

  private static JsonObject effect(RecommendationEffect recommendationEffect) {
    JsonObject entry = new JsonObject();
    entry.addProperty("missingPods", recommendationEffect.missing());
    entry.addProperty("admittedNow", recommendationEffect.admittedNow());
    entry.addProperty("admitted", recommendationEffect.admitted());
    entry.addProperty("placedNow", recommendationEffect.placedNow());
    entry.addProperty("placed", recommendationEffect.placed());
    entry.add("gapsClosed", gaps(recommendationEffect.closed()));
    entry.add("gapsOpened", gaps(recommendationEffect.opened()));
    return entry;
  }

  private static JsonArray gaps(Collection<Gap> gaps) {
    return array(
        gaps,
        gap -> {
          JsonObject entry = new JsonObject();
          entry.addProperty("kind", gap.kind().name());
          entry.addProperty("namespace", gap.namespace());
          entry.addProperty(
              "object", gap.object().kind().toLowerCase(Locale.ROOT) + "/" + gap.object().name());
          entry.addProperty("resource", gap.resource());
          entry.addProperty("message", gap.message());
          return entry;
        });
  }

  private static JsonObject limitRange(LimitRangeAdvice advice) {
    ApiObject range = advice.limitRange();
    JsonObject entry = new JsonObject();
    entry.addProperty("namespace", range.namespace());
    entry.addProperty("name", range.name());
    entry.addProperty("resource", advice.resource().name());
    entry.addProperty("now", advice.now().toString());
    Optional<String> better = advice.better().map(Object::toString);
    better.ifPresent(b -> entry.addProperty("better", b));
    entry.addProperty("why", advice.why());
    entry.add("proposed", ManifestJson.of(advice.limitRange()));
    return entry;
  }

  private static JsonObject nodes(NodeAdvice advice) {
    JsonObject entry = new JsonObject();
    entry.addProperty("pool", advice.proposal().pool());
    entry.addProperty("nodes", advice.proposal().nodes());
    entry.add("like", ManifestJson.amounts(advice.proposal().like()));
    entry.add("lacking", ManifestJson.amounts(Resources.of(advice.proposal().lacking())));
    entry.addProperty("placeablePods", advice.placeable());
    return entry;
  }

  private static JsonArray texts(Collection<String> texts) {
    return array(texts, JsonPrimitive::new);
  }

  private static <T> JsonArray array(
      Collection<? extends T> values, Function<T, ? extends JsonElement> each) {
    JsonArray array = new JsonArray(values.size());
    values.forEach(v -> array.add(each.apply(v)));
    return array;
  }
}
