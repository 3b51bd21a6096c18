package dev.plimsoll.kube.policy;

import com.google.gson.JsonObject;
import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.yaml.Lines;
import dev.plimsoll.kube.yaml.Mistakes;
import dev.plimsoll.kube.yaml.Section;
import dev.plimsoll.kube.yaml.YamlFile;
import dev.plimsoll.kube.yaml.YamlObject;
import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.object.GroupResource;
import dev.plimsoll.model.object.GroupVersionKind;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import dev.plimsoll.model.tenancy.PolicyCheck;
import dev.plimsoll.model.tenancy.PolicyProblem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A capacity policy and where it was read: {@code PolicyFile.read(path).policy()}. {@code
 * docs/policy.md} lists every key with its unit and default.
 *
 * <p>Whatever is wrong is told at once, a sentence a line, each with the file and the line in it.
 */
public final class PolicyFile {
  /** The kind of policies that are objects of a cluster. */
  public static final GroupVersionKind TYPE =
      GroupVersionKind.of(PolicyKeys.API_VERSION, PolicyKeys.KIND);

  /** Their plural. */
  public static final GroupResource RESOURCE = new GroupResource(TYPE.group(), "capacitypolicies");

  private final CapacityPolicy policy;
  private final Mistakes mistakes;
  private final List<PolicyProblem> problems;

  private PolicyFile(CapacityPolicy policy, Mistakes mistakes, List<PolicyProblem> problems) {
    this.policy = policy;
    this.mistakes = mistakes;
    this.problems = problems;
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
    JsonObject typed = object.deepCopy();
    typed.addProperty("apiVersion", PolicyKeys.API_VERSION);
    typed.addProperty("kind", PolicyKeys.KIND);
    return read(typed, name, Lines.NONE);
  }

  private static PolicyFile read(JsonObject json, String name, Lines lines) {
    Mistakes mistakes = new Mistakes(name, lines);
    Section document = Section.of(json, mistakes, PolicyKeys.DOCUMENT);
    must(document, "apiVersion", PolicyKeys.API_VERSION);
    must(document, "kind", PolicyKeys.KIND);
    if (!document.has("spec")) {
      document.mistake("spec", "is missing; it says who shares what");
      mistakes.orThrow();
    }
    JsonObject meta = json.get("metadata") instanceof JsonObject m ? m : new JsonObject();
    Section metadata = document.section("metadata", Set.copyOf(meta.keySet()));
    CapacityPolicy policy = PolicyReader.read(document, metadata.required("name"));
    List<PolicyProblem> problems =
        PolicyCheck.of(policy).stream().filter(p -> !mistakes.touch(p.path())).toList();
    PolicyFile file = new PolicyFile(policy, mistakes, problems);
    file.orThrow(problems);
    return file;
  }

  private static void must(Section document, String key, String value) {
    String given = document.required(key);
    if (!given.isEmpty() && !given.equals(value)) {
      document.mistake(key, "is " + given + "; it must be " + value);
    }
  }

  /** Returns the policy. */
  public CapacityPolicy policy() {
    return policy;
  }

  /** Returns what is odd in the policy, a sentence each, with file and line. */
  public List<String> warnings() {
    return located(problems);
  }

  /**
   * Returns what is odd in the policy by itself and beside a cluster, a sentence each, with file
   * and line: a selector that matches nothing, say.
   *
   * @throws InputException if the policy can't be followed on that cluster: guarantees beyond its
   *     capacity, say
   */
  public List<String> warnings(Cluster cluster) {
    List<PolicyProblem> all = PolicyCheck.of(policy, cluster);
    orThrow(all);
    return located(all);
  }

  /** Returns a sentence about a field, such as {@code spec.tenants[0].name}, with file and line. */
  public String located(String path, String sentence) {
    return mistakes.located(path, path + ": " + sentence);
  }

  private List<String> located(List<PolicyProblem> some) {
    List<String> sentences = new ArrayList<>();
    some.forEach(p -> sentences.add(mistakes.located(p.path(), p.toString())));
    return List.copyOf(sentences);
  }

  private void orThrow(List<PolicyProblem> some) {
    some.stream()
        .filter(p -> p.severity() == PolicyProblem.Severity.ERROR)
        .forEach(p -> mistakes.add(p.path(), p.toString()));
    mistakes.orThrow();
  }
}
