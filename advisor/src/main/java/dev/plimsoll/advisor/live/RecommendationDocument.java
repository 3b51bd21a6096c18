package dev.plimsoll.advisor.live;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.plimsoll.advisor.recommend.Advice;
import dev.plimsoll.advisor.recommend.Recommendation;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.tenancy.plan.DerivationStep;
import dev.plimsoll.model.tenancy.plan.KeyProposal;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** A recommendation as an object of kind QuotaRecommendation. */
final class RecommendationDocument {
  static final String API_VERSION = "plimsoll.dev/v1alpha1";
  static final String KIND = "QuotaRecommendation";

  private RecommendationDocument() {}

  /** Returns the object, without status. */
  static JsonObject of(Advice advice, Recommendation recommendation, Instant now) {
    JsonObject document = head(recommendation);
    JsonObject metadata = document.getAsJsonObject("metadata");
    metadata.add("labels", Paths.labels());
    String uid = recommendation.quota().metadata().uid();
    if (!uid.isEmpty()) {
      JsonArray owners = new JsonArray();
      owners.add(owner(recommendation, uid));
      metadata.add("ownerReferences", owners);
    }
    JsonObject spec = new JsonObject();
    spec.addProperty("resourceQuota", recommendation.proposal().name());
    spec.addProperty("policy", advice.shares().capacity().policy().name());
    spec.addProperty("tenant", recommendation.proposal().tenant());
    spec.addProperty("resourceVersion", recommendation.quota().metadata().resourceVersion());
    spec.addProperty("time", now.toString());
    String level = recommendation.confidence().level().name();
    spec.addProperty("confidence", level.charAt(0) + level.substring(1).toLowerCase(Locale.ROOT));
    JsonArray keys = new JsonArray();
    recommendation.proposal().keys().forEach(k -> keys.add(key(recommendation, k)));
    spec.add("keys", keys);
    JsonArray dead = new JsonArray();
    recommendation.proposal().dead().forEach(d -> dead.add(d.name()));
    spec.add("dead", dead);
    spec.add("effect", effect(recommendation));
    document.add("spec", spec);
    return document;
  }

  /** Returns what and where it is. */
  static JsonObject head(Recommendation recommendation) {
    JsonObject metadata = new JsonObject();
    metadata.addProperty("name", recommendation.proposal().name());
    metadata.addProperty("namespace", recommendation.proposal().namespace());
    JsonObject document = new JsonObject();
    document.addProperty("apiVersion", API_VERSION);
    document.addProperty("kind", KIND);
    document.add("metadata", metadata);
    return document;
  }

  private static JsonObject owner(Recommendation recommendation, String uid) {
    JsonObject owner = new JsonObject();
    owner.addProperty("apiVersion", "v1");
    owner.addProperty("kind", "ResourceQuota");
    owner.addProperty("name", recommendation.proposal().name());
    owner.addProperty("uid", uid);
    return owner;
  }

  private static JsonObject key(Recommendation recommendation, KeyProposal proposal) {
    JsonObject key = new JsonObject();
    key.addProperty("key", proposal.key().name());
    recommendation
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
      step.addProperty("name", each.name());
      step.addProperty("amount", each.amount().toString());
      step.addProperty("sentence", each.sentence());
      why.add(step);
    }
    key.add("why", why);
    return key;
  }

  private static JsonObject effect(Recommendation recommendation) {
    JsonObject effect = new JsonObject();
    effect.addProperty(
        "podsAdmitted", recommendation.effect().admitted() - recommendation.effect().admittedNow());
    effect.addProperty(
        "podsPlaced", recommendation.effect().placed() - recommendation.effect().placedNow());
    effect.add("gapsClosed", kinds(recommendation.effect().closed()));
    effect.add("gapsOpened", kinds(recommendation.effect().opened()));
    return effect;
  }

  private static JsonArray kinds(List<Gap> gaps) {
    JsonArray kinds = new JsonArray();
    gaps.stream().map(g -> g.kind().name()).distinct().sorted().forEach(kinds::add);
    return kinds;
  }
}
