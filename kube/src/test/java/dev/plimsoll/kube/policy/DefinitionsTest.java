package dev.plimsoll.kube.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.yaml.YamlFile;
import dev.plimsoll.model.tenancy.SuspendedDemand;
import dev.plimsoll.model.tenancy.Tenant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DefinitionsTest {
  private static final StructuralSchema POLICY = StructuralSchema.of(PolicyFixtures.POLICIES);
  private static final String SPARSE =
      """
      {"apiVersion": "plimsoll.dev/v1alpha1", "kind": "CapacityPolicy", "metadata": {"name": "p"},
       "spec": {"tenants": [{"name": "a", "namespaces": ["a"]}],
                "resources": [{"name": "nvidia.com/gpu"}]}}
      """;

  @Test
  void the_definition_has_the_readers_keys() {
    assertThat(POLICY.keys()).isEqualTo(PolicyKeys.DOCUMENT);
    assertThat(POLICY.at("spec").keys()).isEqualTo(PolicyKeys.SPEC);
    assertThat(POLICY.at("spec", "tenants").keys()).isEqualTo(PolicyKeys.TENANT);
    assertThat(POLICY.at("spec", "pools").keys()).isEqualTo(PolicyKeys.POOL);
    assertThat(POLICY.at("spec", "pools", "autoscaling").keys()).isEqualTo(PolicyKeys.AUTOSCALING);
    assertThat(POLICY.at("spec", "pools", "autoscaling", "taints").keys())
        .isEqualTo(PolicyKeys.TAINT);
    assertThat(POLICY.at("spec", "systemNamespaces").keys())
        .isEqualTo(PolicyKeys.SYSTEM_NAMESPACES);
    assertThat(POLICY.at("spec", "resources").keys()).isEqualTo(PolicyKeys.RESOURCE);
    assertThat(POLICY.at("spec", "division").keys()).isEqualTo(PolicyKeys.DIVISION);
    assertThat(POLICY.at("spec", "enforcement").keys()).isEqualTo(PolicyKeys.ENFORCEMENT);
    assertThat(POLICY.at("spec", "demand").keys()).isEqualTo(PolicyKeys.DEMAND);
    assertThat(POLICY.at("spec", "changes").keys()).isEqualTo(PolicyKeys.CHANGES);
    assertThat(POLICY.at("spec", "changes", "limits").keys()).isEqualTo(PolicyKeys.LIMITS);
    assertThat(POLICY.at("spec", "changes", "lostCapacity").keys())
        .isEqualTo(PolicyKeys.LOST_CAPACITY);
    assertThat(POLICY.at("spec", "changes", "undivided").keys()).isEqualTo(PolicyKeys.UNDIVIDED);
    assertThat(POLICY.at("spec", "topology").keys()).isEqualTo(PolicyKeys.TOPOLOGY);
    assertThat(POLICY.at("spec", "topology", "levels").keys()).isEqualTo(PolicyKeys.LEVEL);
    assertThat(POLICY.at("spec", "approvals").keys()).isEqualTo(PolicyKeys.APPROVAL);
  }

  @Test
  void amounts_are_of_the_only_form_that_is_structural() {
    List<StructuralSchema> amounts = POLICY.intsOrStrings();

    assertThat(amounts).hasSizeGreaterThan(4);
    assertThat(amounts)
        .allSatisfy(
            a ->
                assertThat(a.json().get("anyOf"))
                    .hasToString("[{\"type\":\"integer\"},{\"type\":\"string\"}]"));
  }

  @Test
  void selectors_have_the_readers_keys() {
    for (StructuralSchema selector :
        new StructuralSchema[] {
          POLICY.at("spec", "tenants", "selector"),
          POLICY.at("spec", "pools", "nodeSelector"),
          POLICY.at("spec", "systemNamespaces", "selector")
        }) {
      assertThat(selector.keys()).isEqualTo(PolicyKeys.SELECTOR);
      assertThat(selector.at("matchExpressions").keys()).isEqualTo(PolicyKeys.REQUIREMENT);
      assertThat(selector.at("matchExpressions", "operator").words())
          .containsExactlyElementsOf(PolicyKeys.OPERATORS.keySet());
    }
  }

  @Test
  void words_and_bounds_are_the_readers() {
    assertThat(POLICY.at("spec", "division", "type").words())
        .containsExactlyElementsOf(PolicyKeys.DIVISIONS.keySet());
    assertThat(POLICY.at("spec", "enforcement", "admission").words())
        .containsExactlyElementsOf(PolicyKeys.ADMISSION.keySet());
    assertThat(POLICY.at("spec", "enforcement", "placement").words())
        .containsExactlyElementsOf(PolicyKeys.PLACEMENT.keySet());
    assertThat(POLICY.at("spec", "enforcement", "borrowing").words())
        .containsExactlyElementsOf(PolicyKeys.BORROWING.keySet());
    assertThat(POLICY.at("spec", "changes", "apply").words())
        .containsExactlyElementsOf(PolicyKeys.APPLY.keySet());
    assertThat(POLICY.at("spec", "changes", "limits", "confidence").words())
        .containsExactlyElementsOf(PolicyKeys.CONFIDENCE.keySet());
    assertThat(POLICY.at("spec", "changes", "lostCapacity", "beyond").words())
        .containsExactlyElementsOf(PolicyKeys.BEYOND.keySet());
    assertThat(POLICY.at("spec", "changes", "reclaim").words())
        .containsExactlyElementsOf(PolicyKeys.RECLAIM.keySet());
    assertThat(POLICY.at("spec", "demand", "suspended").words())
        .containsExactlyElementsOf(PolicyKeys.SUSPENDED.keySet());
    assertThat(POLICY.at("spec", "approvals", "decision").words())
        .containsExactlyElementsOf(PolicyKeys.DECISIONS.keySet());
    assertThat(POLICY.at("spec").list("approvals").most()).isEqualTo(PolicyKeys.MAX_APPROVALS);
    assertThat(POLICY.at("spec", "division", "window").pattern())
        .isEqualTo("^" + PolicyKeys.DURATION.pattern() + "$");
    assertThat(POLICY.at("spec").list("tenants").most()).isEqualTo(PolicyKeys.MAX_TENANTS);
    assertThat(POLICY.at("spec").list("pools").most()).isEqualTo(PolicyKeys.MAX_POOLS);
    assertThat(POLICY.at("spec").list("resources").most()).isEqualTo(PolicyKeys.MAX_RESOURCES);
    assertThat(POLICY.at("spec", "tenants", "weight").json().get("maximum").getAsLong())
        .isEqualTo(Tenant.MAX_WEIGHT);
  }

  @Test
  void a_policy_with_every_key_conforms() {
    JsonObject full = YamlFile.read(PolicyFixtures.FULL).get(0).json();

    assertThat(POLICY.violations("", full)).isEmpty();
    full.getAsJsonObject("spec").addProperty("colour", "red");
    assertThat(POLICY.violations("", full)).containsExactly(".spec.colour is unknown");
  }

  @Test
  void the_example_conforms_and_is_read() {
    assertThat(POLICY.violations("", YamlFile.read(PolicyFixtures.EXAMPLE).get(0).json()))
        .isEmpty();
    assertThat(PolicyFile.read(PolicyFixtures.EXAMPLE).warnings()).isEmpty();
  }

  @Test
  void every_key_is_documented() throws IOException {
    String manual = Files.readString(PolicyFixtures.MANUAL);
    for (String key : POLICY.at("spec").keys()) {
      assertThat(manual).contains("`" + key);
    }
    for (String section :
        new String[] {
          "division", "demand", "enforcement", "changes", "changes.limits", "changes.lostCapacity"
        }) {
      for (String key : POLICY.at("spec").at(section.split("\\.")).keys()) {
        assertThat(manual).contains("`" + section + "." + key);
      }
    }
  }

  @Test
  void the_API_servers_defaults_are_the_readers() {
    JsonObject filled = JsonParser.parseString(SPARSE).getAsJsonObject();
    JsonObject sparse = filled.deepCopy();
    POLICY.fill(filled);

    assertThat(filled.getAsJsonObject("spec").keySet())
        .contains("division", "enforcement", "changes", "systemNamespaces");
    assertThat(POLICY.violations("", filled)).isEmpty();
    assertThat(PolicyFile.of(filled, "filled").policy())
        .isEqualTo(PolicyFile.of(sparse, "sparse").policy());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "8",
        "\"8\"",
        "\"12.5%\"",
        "\"512Gi\"",
        "\"500m\"",
        "\"1e3\"",
        "\"2E\"",
        "\" 5 %\"",
        "\"+1\""
      })
  void amounts_that_the_definition_takes_are_read(String amount) {
    assertThat(POLICY.violations("", reserving(amount))).isEmpty();
    assertThat(PolicyFile.of(reserving(amount), "p").policy().reserve()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"0.5", "\"-1\"", "true", "\"\"", "\"5 GPUs\"", "\"%\"", "\"1ki\"", "[]", "{}"})
  void amounts_that_violate_the_definition_are_errors(String amount) {
    assertThat(POLICY.violations("", reserving(amount))).isNotEmpty();
    assertThatThrownBy(() -> PolicyFile.of(reserving(amount), "p"))
        .isInstanceOf(InputException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"0\"", "\"0%\"", "\"0.0\"", "\"0Gi\""})
  void steps_of_nothing_violate_both(String amount) {
    JsonObject policy = reserving("1");
    JsonObject changes = new JsonObject();
    changes.add("step", JsonParser.parseString(amount));
    policy.getAsJsonObject("spec").add("changes", changes);

    assertThat(POLICY.violations("", policy)).isNotEmpty();
    assertThatThrownBy(() -> PolicyFile.of(policy, "p")).isInstanceOf(InputException.class);
  }

  @Test
  void a_recommendation_has_conditions_and_columns() {
    JsonObject version = version(PolicyFixtures.RECOMMENDATIONS);
    StructuralSchema structuralSchema = StructuralSchema.of(PolicyFixtures.RECOMMENDATIONS);

    assertThat(version.getAsJsonObject("subresources").keySet()).containsExactly("status");
    assertThat(columns(version))
        .contains("Quota", "Key", "Now", "Used", "Proposed", "Confidence", "Applied", "Age");
    assertThat(structuralSchema.at("spec").keys())
        .contains("key", "now", "used", "goal", "proposed", "why");
    assertThat(structuralSchema.at("status", "conditions").keys())
        .contains("type", "status", "reason", "message", "lastTransitionTime");
  }

  @Test
  void a_request_has_conditions_and_columns() {
    JsonObject version = version(PolicyFixtures.REQUESTS);
    StructuralSchema structuralSchema = StructuralSchema.of(PolicyFixtures.REQUESTS);

    assertThat(version.getAsJsonObject("subresources").keySet()).containsExactly("status");
    assertThat(columns(version)).contains("Wanted", "Until", "Approved", "Expired", "Age");
    assertThat(structuralSchema.at("spec").keys())
        .containsExactlyInAnyOrder("resourceQuota", "hard", "until", "reason");
    assertThat(structuralSchema.at("status", "conditions").keys())
        .contains("type", "status", "reason", "message", "lastTransitionTime");
  }

  @Test
  void the_role_for_suspended_work_covers_its_groups() throws IOException {
    String role = Files.readString(PolicyFixtures.SUSPENDED_WORK);

    for (SuspendedDemand demand : SuspendedDemand.values()) {
      if (demand != SuspendedDemand.JOB) {
        assertThat(role)
            .contains("apiGroups: [" + demand.type().group() + "]")
            .contains("[" + demand.type().kind().toLowerCase(Locale.ROOT) + "s]");
      }
    }
  }

  private static JsonObject version(Path definition) {
    return YamlFile.read(definition)
        .get(0)
        .json()
        .getAsJsonObject("spec")
        .getAsJsonArray("versions")
        .get(0)
        .getAsJsonObject();
  }

  private static List<String> columns(JsonObject version) {
    return version.getAsJsonArray("additionalPrinterColumns").asList().stream()
        .map(c -> c.getAsJsonObject().get("name").getAsString())
        .toList();
  }

  private static JsonObject reserving(String amount) {
    JsonObject policy = JsonParser.parseString(SPARSE).getAsJsonObject();
    JsonObject reserve = new JsonObject();
    JsonElement value = JsonParser.parseString(amount);
    reserve.add("nvidia.com/gpu", value);
    policy.getAsJsonObject("spec").add("reserve", reserve);
    return policy;
  }
}
