package dev.plimsoll.testkit.rules;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.api.ResourceType;
import dev.plimsoll.testkit.api.ResourceType.Trait;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Finds the rules of a kind. */
public final class Rules {
  private static final KindRules CUSTOM = new CustomRules();

  private final Map<String, KindRules> builtIn;

  /**
   * @param priorityClasses all there are, asked for each new pod
   */
  public Rules(Supplier<List<JsonObject>> priorityClasses) {
    builtIn =
        Map.of(
            "Pod", new PodRules(new PriorityRules(priorityClasses)),
            "Namespace", new NamespaceRules(),
            "CustomResourceDefinition", new CrdRules());
  }

  public KindRules of(ResourceType type) {
    return type.has(Trait.CUSTOM) ? CUSTOM : builtIn.getOrDefault(type.kind(), KindRules.NONE);
  }
}
