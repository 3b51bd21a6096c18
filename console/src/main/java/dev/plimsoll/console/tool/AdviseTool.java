package dev.plimsoll.console.tool;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.plimsoll.kubernetes.quantity.Counted;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Recommends quotas. Only for callers who may see the whole cluster. */
final class AdviseTool implements Tool {
  private static final String NAMESPACE = "namespace";

  private final ToolSources sources;

  AdviseTool(ToolSources sources) {
    this.sources = sources;
  }

  @Override
  public String name() {
    return "advise";
  }

  @Override
  public ToolAnswer answer(ToolArguments arguments, ClusterView view) {
    List<JsonObject> advice = sources.advise(view.forAll(), view.policies());
    List<JsonObject> items = new ArrayList<>();
    Set<String> notRead = new LinkedHashSet<>();
    int changes = 0;
    for (JsonObject policy : advice) {
      for (JsonObject each : GapItems.objects(policy, "recommendations").toList()) {
        List<JsonObject> keys = items(policy, each).toList();
        if (!keys.isEmpty()
            && arguments.namespace().map(each.get(NAMESPACE).getAsString()::equals).orElse(true)) {
          changes++;
          items.addAll(keys);
        }
      }
      notRead.addAll(AnswerNotes.of(withNotes(policy), policy.get("asOf").getAsString()).notRead());
    }
    JsonObject numbers = new JsonObject();
    numbers.addProperty("policies", advice.size());
    numbers.addProperty("quotasToChange", changes);
    numbers.addProperty("keysToChange", items.size());
    String asOf = view.cluster().asOf().toString();
    return ToolAnswer.of(
        sentence(changes, items),
        numbers,
        items,
        new AnswerNotes(notRead.stream().limit(4).toList(), asOf));
  }

  /** Returns the advice with its notes among the omissions: both limit what it says. */
  private static JsonObject withNotes(JsonObject policy) {
    JsonObject both = new JsonObject();
    JsonArray omissions = new JsonArray();
    for (String name : List.of("omissions", "notes")) {
      Optional.ofNullable(policy.getAsJsonArray(name)).ifPresent(omissions::addAll);
    }
    both.add("omissions", omissions);
    Optional.ofNullable(policy.get("unexamined")).ifPresent(u -> both.add("unexamined", u));
    return both;
  }

  private static String sentence(int changes, List<JsonObject> items) {
    if (items.isEmpty()) {
      return "No quota should change.";
    }
    JsonObject first = items.get(0);
    return "%s should change. The first: key %s of quota %s from %s to %s. Nothing was changed."
        .formatted(
            Counted.of(changes, "quota"),
            first.get("key").getAsString(),
            first.get("quota").getAsString(),
            Optional.ofNullable(first.get("now")).map(n -> n.getAsString()).orElse("nothing"),
            Optional.ofNullable(first.get("proposed")).map(n -> n.getAsString()).orElse("nothing"));
  }

  private static Stream<JsonObject> items(JsonObject policy, JsonObject recommendation) {
    return GapItems.objects(recommendation, "keys")
        .filter(key -> !key.get("proposed").equals(key.get("now")))
        .map(
            key -> {
              JsonObject item = new JsonObject();
              item.addProperty(
                  "quota",
                  Quoted.of(
                      recommendation.get(NAMESPACE).getAsString()
                          + "/"
                          + recommendation.get("name").getAsString()));
              item.addProperty("tenant", Quoted.of(recommendation.get("tenant").getAsString()));
              item.addProperty("policy", Quoted.of(policy.get("policy").getAsString()));
              item.add("change", recommendation.get("change"));
              item.addProperty("key", Quoted.of(key.get("key").getAsString()));
              for (String name : List.of("now", "used", "proposed", "goal")) {
                Optional.ofNullable(key.get(name)).ifPresent(v -> item.add(name, v));
              }
              item.add("why", why(key));
              JsonObject effect = recommendation.getAsJsonObject("effect");
              for (String name : List.of("admittedNow", "admitted", "placedNow", "placed")) {
                item.add(name, effect.get(name));
              }
              item.add("confidence", recommendation.getAsJsonObject("confidence").get("level"));
              return item;
            });
  }

  private static JsonArray why(JsonObject key) {
    JsonArray messages = new JsonArray();
    GapItems.objects(key, "why").map(w -> w.get("message")).forEach(messages::add);
    return Quoted.all(messages);
  }
}
