package dev.plimsoll.kube.conform;

import com.google.gson.JsonObject;
import dev.plimsoll.kubernetes.admission.AdmissionEffect;
import dev.plimsoll.kubernetes.admission.AdmissionReport;
import dev.plimsoll.kubernetes.admission.AdmissionStep;
import dev.plimsoll.kubernetes.object.LimitRange;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Names the rule of a step: the admission plug-in, {@code Validation}, or {@code quota controller}.
 * If a quota of the namespace has scopes, the rule of quota is {@code ResourceQuota scopes}.
 */
final class DecidingRule {
  static final String QUOTA = "ResourceQuota";
  static final String SCOPES = "ResourceQuota scopes";
  static final String CONTROLLER = "quota controller";
  static final String VALIDATION = "Validation";
  private static final String LIMITS = "LimitRanger";
  private static final String OTHER = "other rules";

  /** The order in which the API server asks. */
  private static final List<String> ORDER =
      List.of("Routing", LIMITS, "ServiceAccount", "Priority", "RuntimeClass", VALIDATION, QUOTA);

  /** The words of a denial that only one plug-in says. */
  private static final Map<String, Pattern> WORDS = new LinkedHashMap<>();

  static {
    WORDS.put(QUOTA, Pattern.compile("exceeded quota|failed quota|insufficient quota|for quota"));
    WORDS.put(LIMITS, Pattern.compile("usage per (Container|Pod|Persistent)|limit to request rat"));
    WORDS.put("RuntimeClass", Pattern.compile("RuntimeClass"));
    WORDS.put("Priority", Pattern.compile("PriorityClass|priority"));
    WORDS.put("ServiceAccount", Pattern.compile("service account"));
    WORDS.put("PodSecurity", Pattern.compile("violates PodSecurity"));
    WORDS.put(AdmissionStep.WEBHOOK, Pattern.compile("admission webhook"));
    WORDS.put("ValidatingAdmissionPolicy", Pattern.compile("ValidatingAdmissionPolicy"));
  }

  private DecidingRule() {}

  /** Returns all rules that had a part in the model's answer. */
  static SortedSet<String> all(StepComparison comparison) {
    SortedSet<String> rules = new TreeSet<>();
    if (comparison.outcome().report().isEmpty()) {
      rules.add(CONTROLLER);
      return rules;
    }
    AdmissionReport report = comparison.outcome().report().get();
    for (AdmissionStep step : report.steps()) {
      if (takesPart(comparison, step)) {
        rules.add(named(comparison, step.layer()));
      }
    }
    if (rules.isEmpty()) {
      rules.add(VALIDATION);
    }
    return rules;
  }

  private static boolean takesPart(StepComparison comparison, AdmissionStep step) {
    AdmissionEffect effect = step.effect();
    return step.denial().isPresent()
        || effect instanceof AdmissionEffect.Charged
        || effect instanceof AdmissionEffect.Validated
        || effect instanceof AdmissionEffect.OverheadAdded
        || (effect instanceof AdmissionEffect.Prioritized given && !given.priorityClass().isEmpty())
        || (effect instanceof AdmissionEffect.Injected injected && !injected.injections().isEmpty())
        || (effect instanceof AdmissionEffect.Bounded
            && !comparison.before().list(LimitRange.class, namespace(comparison)).isEmpty());
  }

  /** Returns the rule that a difference is about. */
  static String ofDifference(StepComparison comparison) {
    String first = comparison.differences().get(0);
    Optional<AdmissionReport> report = comparison.outcome().report();
    if (first.startsWith("quotas ")) {
      return report.isEmpty() ? CONTROLLER : named(comparison, QUOTA);
    }
    if (first.startsWith("stored ")) {
      return ofStored(comparison, report);
    }
    Optional<String> model = report.flatMap(AdmissionReport::deniedBy);
    Optional<String> cluster = ofAnswer(comparison.step());
    boolean lacksDefaults =
        report.filter(r -> !r.injections().isEmpty()).isPresent()
            && message(comparison.step()).contains("must specify");
    if (lacksDefaults) {
      return LIMITS;
    }
    return named(
        comparison,
        model.isPresent() && cluster.isPresent()
            ? earlier(model.get(), cluster.get())
            : model.or(() -> cluster).orElse(OTHER));
  }

  private static String ofStored(StepComparison comparison, Optional<AdmissionReport> report) {
    JsonObject stored = Json.child(comparison.step(), "stored");
    JsonObject spec = Json.child(stored, "spec");
    JsonObject own =
        Json.child(
            comparison.outcome().object().flatMap(StoredObject::of).orElseGet(JsonObject::new),
            "spec");
    for (Map.Entry<String, String> field :
        Map.of("overhead", "RuntimeClass", "priority", "Priority").entrySet()) {
      if (!Json.only(spec, field.getKey()).equals(Json.only(own, field.getKey()))) {
        return field.getValue();
      }
    }
    boolean limited =
        report.filter(r -> !r.injections().isEmpty()).isPresent() || spec.has("annotations");
    return limited ? LIMITS : "Defaulting";
  }

  private static String earlier(String one, String other) {
    int at = ORDER.indexOf(one);
    int otherAt = ORDER.indexOf(other);
    return otherAt >= 0 && otherAt < at ? other : one;
  }

  private static Optional<String> ofAnswer(JsonObject step) {
    int code = step.get("code").getAsInt();
    if (code < 400) {
      return Optional.empty();
    }
    String message = message(step);
    return code == 422 || code == 400
        ? Optional.of(VALIDATION)
        : WORDS.entrySet().stream()
            .filter(e -> e.getValue().matcher(message).find())
            .map(Map.Entry::getKey)
            .findFirst()
            .or(() -> Optional.of(code == 404 ? "Routing" : OTHER));
  }

  private static String message(JsonObject step) {
    return step.has("message") && step.get("message").isJsonPrimitive()
        ? step.get("message").getAsString()
        : "";
  }

  private static String named(StepComparison comparison, String rule) {
    boolean scoped =
        comparison.before().list(ResourceQuota.class, namespace(comparison)).stream()
            .anyMatch(q -> !q.spec().scopes().isEmpty() || !q.spec().scopeSelector().isEmpty());
    return rule.equals(QUOTA) && scoped ? SCOPES : rule;
  }

  private static String namespace(StepComparison comparison) {
    JsonObject object = comparison.step().getAsJsonObject("object");
    return Json.text(Json.child(object, "metadata"), "namespace");
  }
}
