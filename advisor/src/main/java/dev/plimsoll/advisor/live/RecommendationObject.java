package dev.plimsoll.advisor.live;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.plimsoll.advisor.recommend.Advice;
import dev.plimsoll.advisor.recommend.ManifestJson;
import dev.plimsoll.advisor.recommend.RecommendationEffect;
import dev.plimsoll.model.gap.Gap;
import dev.plimsoll.model.tenancy.plan.DerivationStep;
import dev.plimsoll.model.tenancy.plan.QuotaKeyProposal;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** A recommendation for a key of a quota as an object of kind QuotaRecommendation. */
final class RecommendationObject {
  /** When it was made and from what; that alone makes no other recommendation. */
  private static final List<String> PROVENANCE = List.of("time", "resourceVersion");

  /** The fields whose changes are news for the owner of a quota. */
  private static final Set<String> NEWS = Set.of("now", "proposed");

  private RecommendationObject() {}

  /** Returns the object, without status. */
  static JsonObject of(Advice advice, KeyRecommendation recommendation, Instant now) {
    JsonObject document = head(recommendation.namespace(), recommendation.objectName());
    JsonObject metadata = document.getAsJsonObject("metadata");
    metadata.add("labels", ApiPaths.labels());
    String uid = recommendation.quota().quota().metadata().uid();
    if (!uid.isEmpty()) {
      JsonArray owners = new JsonArray();
      owners.add(owner(recommendation, uid));
      metadata.add("ownerReferences", owners);
    }
    document.add("spec", spec(advice, recommendation, now));
    return document;
  }

  /** Returns the object's kind, namespace and name. */
  static JsonObject head(String namespace, String name) {
    return ManifestJson.head("plimsoll.dev/v1alpha1", "QuotaRecommendation", namespace, name);
  }

  private static JsonObject owner(KeyRecommendation recommendation, String uid) {
    JsonObject owner = new JsonObject();
    owner.addProperty("apiVersion", "v1");
    owner.addProperty("kind", "ResourceQuota");
    owner.addProperty("name", recommendation.quota().proposal().name());
    owner.addProperty("uid", uid);
    return owner;
  }

  private static JsonObject spec(Advice advice, KeyRecommendation recommendation, Instant now) {
    JsonObject spec = new JsonObject();
    spec.addProperty("resourceQuota", recommendation.quota().proposal().name());
    spec.addProperty("key", recommendation.key().name());
    spec.addProperty("policy", advice.shares().capacity().policy().name());
    spec.addProperty("tenant", recommendation.quota().proposal().tenant());
    spec.addProperty(
        "resourceVersion", recommendation.quota().quota().metadata().resourceVersion());
    spec.addProperty("time", now.toString());
    String level = recommendation.quota().confidence().level().name();
    spec.addProperty("confidence", level.charAt(0) + level.substring(1).toLowerCase(Locale.ROOT));
    recommendation.now().ifPresent(n -> spec.addProperty("now", n.toString()));
    recommendation.proposal().ifPresent(p -> propose(spec, p));
    spec.add("effect", effect(recommendation.quota().effect()));
    return spec;
  }

  private static void propose(JsonObject spec, QuotaKeyProposal proposal) {
    spec.addProperty("used", proposal.used().toString());
    spec.addProperty("goal", proposal.goal().toString());
    spec.addProperty("proposed", proposal.proposed().toString());
    JsonArray why = new JsonArray();
    for (DerivationStep each : proposal.why()) {
      JsonObject step = new JsonObject();
      step.addProperty("step", each.name());
      step.addProperty("amount", each.amount().toString());
      step.addProperty("message", each.message());
      why.add(step);
    }
    spec.add("why", why);
  }

  private static JsonObject effect(RecommendationEffect effect) {
    JsonObject object = new JsonObject();
    object.addProperty("podsAdmitted", effect.admitted() - effect.admittedNow());
    object.addProperty("podsPlaced", effect.placed() - effect.placedNow());
    object.add("gapsClosed", kinds(effect.closed()));
    object.add("gapsOpened", kinds(effect.opened()));
    return object;
  }

  private static JsonArray kinds(List<Gap> gaps) {
    JsonArray kinds = new JsonArray();
    gaps.stream().map(g -> g.kind().name()).distinct().sorted().forEach(kinds::add);
    return kinds;
  }

  /**
   * Returns whether the stored object has this recommendation, regardless of its time and origin.
   */
  static boolean isSame(JsonObject stored, JsonObject document) {
    return recommended(stored).equals(recommended(document))
        && JsonFields.objects(stored, "metadata", "ownerReferences")
            .equals(JsonFields.objects(document, "metadata", "ownerReferences"));
  }

  private static JsonObject recommended(JsonObject object) {
    JsonObject spec = JsonFields.object(object, "spec").deepCopy();
    PROVENANCE.forEach(spec::remove);
    return spec;
  }

  /** Returns whether it says another ceiling than what is stored, or that it opens other gaps. */
  static boolean isNews(JsonObject stored, JsonObject document) {
    return NEWS.stream().anyMatch(f -> !text(stored, f).equals(text(document, f)))
        || !opened(stored).equals(opened(document));
  }

  private static String text(JsonObject object, String field) {
    return JsonFields.text(object, "spec", field);
  }

  private static List<JsonElement> opened(JsonObject object) {
    return JsonFields.object(object, "spec", "effect").get("gapsOpened") instanceof JsonArray kinds
        ? kinds.asList()
        : List.of();
  }
}
