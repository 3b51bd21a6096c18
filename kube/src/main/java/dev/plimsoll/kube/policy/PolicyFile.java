package dev.plimsoll.kube.policy;

import com.google.gson.JsonObject;
import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kube.yaml.FieldLines;
import dev.plimsoll.kube.yaml.Section;
import dev.plimsoll.kube.yaml.ValidationErrors;
import dev.plimsoll.kube.yaml.YamlFile;
import dev.plimsoll.kube.yaml.YamlObject;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.CapacityPolicyValidation;
import dev.plimsoll.model.tenancy.PolicyViolation;
import dev.plimsoll.model.tenancy.SuspendedDemand;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A capacity policy and where it was read: {@code PolicyFile.read(path).policy()}. {@code
 * docs/policy.md} lists every key with its unit and default.
 *
 * <p>All errors are reported together, one a line, each with the file and the line in it.
 */
public final class PolicyFile {
  private final CapacityPolicy policy;
  private final ValidationErrors errors;
  private final List<PolicyViolation> violations;

  private PolicyFile(
      CapacityPolicy policy, ValidationErrors validationErrors, List<PolicyViolation> problems) {
    this.policy = policy;
    this.errors = validationErrors;
    this.violations = problems;
  }

  /**
   * Reads the one policy in a file of YAML or JSON, which may hold other objects and lists too.
   *
   * @throws InputException if the file can't be read, holds no policy or several, or the policy has
   *     mistakes
   */
  public static PolicyFile read(Path file) {
    List<YamlObject> objects = YamlFile.read(file);
    List<YamlObject> policies =
        objects.stream().filter(o -> o.kind().equals(PolicyKeys.KIND)).toList();
    if (policies.size() > 1) {
      throw new InputException(
          file + " holds " + policies.size() + " capacity policies; leave one.");
    }
    YamlObject found =
        policies.stream()
            .findFirst()
            .or(() -> objects.size() == 1 ? Optional.of(objects.get(0)) : Optional.empty())
            .orElseThrow(
                () ->
                    new InputException(
                        file + " holds no capacity policy: an object of kind CapacityPolicy."));
    return read(found.json(), file.toString(), found.lines());
  }

  /**
   * Reads a policy that isn't from a file.
   *
   * @param object the object as the API server has it, which in a list doesn't say its kind
   * @param name what to call it in messages
   * @throws InputException if it has mistakes
   */
  public static PolicyFile of(JsonObject object, String name) {
    return read(typed(object), name, FieldLines.NONE);
  }

  /** Returns the readable part of a policy that may be invalid. */
  public static CapacityPolicy readable(JsonObject object) {
    JsonObject json = typed(object);
    ValidationErrors ignored = new ValidationErrors("", FieldLines.NONE);
    return policy(json, Section.of(json, ignored, PolicyKeys.DOCUMENT));
  }

  private static JsonObject typed(JsonObject object) {
    JsonObject typed = object.deepCopy();
    typed.addProperty("apiVersion", PolicyKeys.API_VERSION);
    typed.addProperty("kind", PolicyKeys.KIND);
    return typed;
  }

  /** Returns the kinds of suspended work that a policy counts, as far as it can be read. */
  public static Set<SuspendedDemand> suspendedDemand(JsonTree policy) {
    return policy.object("spec").object("demand").get("suspended") instanceof List<?> words
        ? words.stream()
            .map(w -> Optional.ofNullable(PolicyKeys.SUSPENDED.get(String.valueOf(w))))
            .flatMap(Optional::stream)
            .collect(Collectors.toUnmodifiableSet())
        : Set.of();
  }

  private static PolicyFile read(JsonObject json, String name, FieldLines fieldLines) {
    ValidationErrors validationErrors = new ValidationErrors(name, fieldLines);
    Section document = Section.of(json, validationErrors, PolicyKeys.DOCUMENT);
    must(document, "apiVersion", PolicyKeys.API_VERSION);
    must(document, "kind", PolicyKeys.KIND);
    if (!document.text("kind").orElse("").equals(PolicyKeys.KIND)) {
      validationErrors.throwIfAny();
    }
    if (!document.has("spec")) {
      document.addError("spec", "is missing; it says who shares what");
      validationErrors.throwIfAny();
    }
    CapacityPolicy policy = policy(json, document);
    List<PolicyViolation> problems =
        CapacityPolicyValidation.of(policy).stream()
            .filter(p -> !validationErrors.affect(p.path()))
            .toList();
    PolicyFile file = new PolicyFile(policy, validationErrors, problems);
    file.orThrow(problems);
    return file;
  }

  private static CapacityPolicy policy(JsonObject json, Section document) {
    JsonObject meta = json.get("metadata") instanceof JsonObject m ? m : new JsonObject();
    Section metadata = document.section("metadata", Set.copyOf(meta.keySet()));
    return PolicyReader.read(document, metadata.required("name"));
  }

  private static void must(Section document, String key, String value) {
    String given = document.required(key);
    if (!given.isEmpty() && !given.equals(value)) {
      document.addError(key, "is " + given + "; it must be " + value);
    }
  }

  /** Returns the policy. */
  public CapacityPolicy policy() {
    return policy;
  }

  /** Returns the warnings about the policy, a sentence each, with file and line. */
  public List<String> warnings() {
    return withLocation(violations);
  }

  /**
   * Returns the warnings about the policy by itself and on a cluster, a sentence each, with file
   * and line. An example is a selector that matches nothing.
   *
   * @throws InputException if the policy can't be followed on that cluster: guarantees beyond its
   *     capacity, say
   */
  public List<String> warnings(Cluster cluster) {
    List<PolicyViolation> all = CapacityPolicyValidation.of(policy, cluster);
    orThrow(all);
    return withLocation(all);
  }

  /** Returns a sentence about a field, such as {@code spec.tenants[0].name}, with file and line. */
  public String withLocation(String path, String sentence) {
    return errors.withLocation(path, path + ": " + sentence);
  }

  private List<String> withLocation(List<PolicyViolation> some) {
    List<String> sentences = new ArrayList<>();
    some.forEach(p -> sentences.add(errors.withLocation(p.path(), p.toString())));
    return List.copyOf(sentences);
  }

  private void orThrow(List<PolicyViolation> some) {
    some.stream()
        .filter(p -> p.severity() == PolicyViolation.Severity.ERROR)
        .forEach(p -> errors.add(p.path(), p.toString()));
    errors.throwIfAny();
  }
}
