package dev.plimsoll.advisor.live;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.plimsoll.advisor.recommend.Advice;
import dev.plimsoll.advisor.recommend.ManifestJson;
import dev.plimsoll.advisor.recommend.QuotaRecommendation;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.tenancy.plan.DerivationStep;
import dev.plimsoll.model.tenancy.plan.QuotaKeyProposal;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** A recommendation as an object of kind QuotaRecommendation. */
final class RecommendationObject {
  private RecommendationObject() {}

  /** Returns the object, without status. */
  static JsonObject of(Advice advice, QuotaRecommendation quotaRecommendation, Instant now) {
    JsonObject document = head(quotaRecommendation);
    JsonObject metadata = document.getAsJsonObject("metadata");
    metadata.add("labels", ApiPaths.labels());
    String uid = quotaRecommendation.quota().metadata().uid();
    if (!uid.isEmpty()) {
      JsonArray owners = new JsonArray();
      owners.add(owner(quotaRecommendation, uid));
      metadata.add("ownerReferences", owners);
    }
    JsonObject spec = new JsonObject();
    spec.addProperty("resourceQuota", quotaRecommendation.proposal().name());
    spec.addProperty("policy", advice.shares().capacity().policy().name());
    spec.addProperty("tenant", quotaRecommendation.proposal().tenant());
    spec.addProperty("resourceVersion", quotaRecommendation.quota().metadata().resourceVersion());
    spec.addProperty("time", now.toString());
    String level = quotaRecommendation.confidence().level().name();
    spec.addProperty("confidence", level.charAt(0) + level.substring(1).toLowerCase(Locale.ROOT));
    JsonArray keys = new JsonArray();
    quotaRecommendation.proposal().keys().forEach(k -> keys.add(key(quotaRecommendation, k)));
    spec.add("keys", keys);
    JsonArray dropped = new JsonArray();
    quotaRecommendation.proposal().dropped().forEach(d -> dropped.add(d.name()));
    spec.add("dropped", dropped);
    spec.add("effect", effect(quotaRecommendation));
    document.add("spec", spec);
    return document;
  }

  /** Returns what and where it is. */
  static JsonObject head(QuotaRecommendation quotaRecommendation) {
    return head(quotaRecommendation.proposal().namespace(), quotaRecommendation.proposal().name());
  }

  /** Returns what and where the recommendation for a quota is. */
  static JsonObject head(String namespace, String quota) {
    return ManifestJson.head("plimsoll.dev/v1alpha1", "QuotaRecommendation", namespace, quota);
  }

  private static JsonObject owner(QuotaRecommendation quotaRecommendation, String uid) {
    JsonObject owner = new JsonObject();
    owner.addProperty("apiVersion", "v1");
    owner.addProperty("kind", "ResourceQuota");
    owner.addProperty("name", quotaRecommendation.proposal().name());
    owner.addProperty("uid", uid);
    return owner;
  }

  private static JsonObject key(
      QuotaRecommendation quotaRecommendation, QuotaKeyProposal proposal) {
    JsonObject key = new JsonObject();
    key.addProperty("key", proposal.key().name());
    quotaRecommendation
        .proposal()
        .now()
        .get(proposal.key())
        .ifPresent(n -> key.addProperty("now", n.toString()));
    key.addProperty("used", proposal.used().toString());
    key.addProperty("goal", proposal.goal().toString());
    key.addProperty("proposed", proposal.proposed().toString());
    JsonArray why = new JsonArray();
    for (DerivationStep each : proposal.why()) {
      JsonObject step = new JsonObject();
      step.addProperty("step", each.name());
      step.addProperty("amount", each.amount().toString());
      step.addProperty("message", each.message());
      why.add(step);
    }
    key.add("why", why);
    return key;
  }

  private static JsonObject effect(QuotaRecommendation quotaRecommendation) {
    JsonObject effect = new JsonObject();
    effect.addProperty(
        "podsAdmitted",
        quotaRecommendation.effect().admitted() - quotaRecommendation.effect().admittedNow());
    effect.addProperty(
        "podsPlaced",
        quotaRecommendation.effect().placed() - quotaRecommendation.effect().placedNow());
    effect.add("gapsClosed", kinds(quotaRecommendation.effect().closed()));
    effect.add("gapsOpened", kinds(quotaRecommendation.effect().opened()));
    return effect;
  }

  private static JsonArray kinds(List<Gap> gaps) {
    JsonArray kinds = new JsonArray();
    gaps.stream().map(g -> g.kind().name()).distinct().sorted().forEach(kinds::add);
    return kinds;
  }
}
