package dev.plimsoll.kubernetes.validation;

import static dev.plimsoll.kubernetes.fixtures.ResourceLists.list;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.ResourceQuotaSpec;
import dev.plimsoll.kubernetes.object.ResourceQuotaStatus;
import dev.plimsoll.kubernetes.object.ScopedResourceSelectorRequirement;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ResourceQuotaValidationTest {
  private static final String SELECTOR = "spec.scopeSelector.matchExpressions";

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "cpu=1,requests.cpu=1500m,pods=10,requests.storage=1Gi,hugepages-2Mi=4Mi; ''",
        "requests.nvidia.com/gpu=1500m,count/deployments.apps=3,limits.nvidia.com/gpu=4; ''",
        "storage=1; spec.hard[storage]: Invalid value: \"storage\": must be a standard resource"
            + " for quota",
        "gpu=1; spec.hard[gpu]: Invalid value: \"gpu\": must be a standard resource type or fully"
            + " qualified | spec.hard[gpu]: Invalid value: \"gpu\": must be a standard resource"
            + " for quota",
        "pods=1500m; spec.hard[pods]: Invalid value: \"1500m\": must be an integer",
        "nvidia.com/gpu=500m; spec.hard[nvidia.com/gpu]: Invalid value: \"500m\": must be an"
            + " integer",
        "cpu=-1; spec.hard[cpu]: Invalid value: \"-1\": must be greater than or equal to 0"
      })
  void hard_is_denied_as_kubernetes_does(String hard, String want) {
    assertThat(errors(ResourceQuotaSpec.of(list(hard)))).isEqualTo(want);
  }

  static Stream<Arguments> scopes() {
    String at = "spec.scopes: Invalid value: ";
    return Stream.of(
        Arguments.of("pods=1", List.of("BestEffort"), ""),
        Arguments.of("requests.nvidia.com/gpu=1,count/pods=3", List.of("BestEffort"), ""),
        Arguments.of("requests.cpu=1,limits.memory=1Gi", List.of("NotTerminating"), ""),
        Arguments.of("requests.storage=1Gi", List.of("VolumeAttributesClass"), ""),
        Arguments.of("pods=1", List.of("Foo"), at + "[\"Foo\"]: unsupported scope"),
        Arguments.of(
            "cpu=1,memory=1Gi",
            List.of("BestEffort"),
            at
                + "[\"BestEffort\"]: unsupported scope applied to resource | "
                + at
                + "[\"BestEffort\"]: unsupported scope applied to resource"),
        Arguments.of(
            "requests.ephemeral-storage=1Gi",
            List.of("PriorityClass"),
            at + "[\"PriorityClass\"]: unsupported scope applied to resource"),
        Arguments.of(
            "pods=1",
            List.of("Terminating", "NotTerminating"),
            at + "[\"Terminating\",\"NotTerminating\"]: conflicting scopes"),
        Arguments.of(
            "pods=1",
            List.of("BestEffort", "NotBestEffort"),
            at + "[\"BestEffort\",\"NotBestEffort\"]: conflicting scopes"));
  }

  @ParameterizedTest(name = "{0} under {1}")
  @MethodSource("scopes")
  void scopes_are_denied_as_kubernetes_does(String hard, List<String> scopes, String want) {
    assertThat(errors(new ResourceQuotaSpec(list(hard), scopes, List.of()))).isEqualTo(want);
  }

  static Stream<Arguments> selectors() {
    return Stream.of(
        Arguments.of("PriorityClass", "In", List.of("high"), ""),
        Arguments.of("PriorityClass", "DoesNotExist", List.of(), ""),
        Arguments.of("BestEffort", "Exists", List.of(), ""),
        Arguments.of(
            "Foo",
            "Exists",
            List.of(),
            SELECTOR + ".scopeName: Invalid value: \"Foo\": unsupported scope"),
        Arguments.of(
            "Terminating",
            "In",
            List.of("x"),
            SELECTOR
                + ".operator: Invalid value: \"In\": must be 'Exists' when scope is any of"
                + " ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating,"
                + " ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or"
                + " ResourceQuotaScopeCrossNamespacePodAffinity"),
        Arguments.of(
            "PriorityClass",
            "NotIn",
            List.of(),
            SELECTOR
                + ".values: Required value: must be at least one value when `operator` is 'In' or"
                + " 'NotIn' for scope selector"),
        Arguments.of(
            "PriorityClass",
            "Exists",
            List.of("a"),
            SELECTOR
                + ".values: Invalid value: [\"a\"]: must be no value when `operator` is 'Exist' or"
                + " 'DoesNotExist' for scope selector"),
        Arguments.of(
            "PriorityClass",
            "Like",
            List.of(),
            SELECTOR + ".operator: Invalid value: \"Like\": not a valid selector operator"));
  }

  @ParameterizedTest(name = "{0} {1} {2}")
  @MethodSource("selectors")
  void selectors_are_denied_as_kubernetes_does(
      String scope, String operator, List<String> values, String want) {
    ScopedResourceSelectorRequirement requirement =
        new ScopedResourceSelectorRequirement(scope, operator, values);

    assertThat(errors(new ResourceQuotaSpec(list("pods=1"), List.of(), List.of(requirement))))
        .isEqualTo(want);
  }

  @Test
  void a_selector_is_told_whole_where_its_scope_does_not_fit_a_resource() {
    ScopedResourceSelectorRequirement in =
        new ScopedResourceSelectorRequirement("PriorityClass", "In", List.of("high", "low"));
    ScopedResourceSelectorRequirement exists =
        new ScopedResourceSelectorRequirement("BestEffort", "Exists", List.of());
    ScopedResourceSelectorRequirement conflict =
        new ScopedResourceSelectorRequirement("NotBestEffort", "Exists", List.of());
    String whole =
        "{\"MatchExpressions\":[{\"ScopeName\":\"PriorityClass\",\"Operator\":\"In\",\"Values\":"
            + "[\"high\",\"low\"]},{\"ScopeName\":\"BestEffort\",\"Operator\":\"Exists\","
            + "\"Values\":null},{\"ScopeName\":\"NotBestEffort\",\"Operator\":\"Exists\","
            + "\"Values\":null}]}";

    assertThat(
            errors(new ResourceQuotaSpec(list("cpu=1"), List.of(), List.of(in, exists, conflict))))
        .isEqualTo(
            SELECTOR
                + ": Invalid value: "
                + whole
                + ": unsupported scope applied to resource | "
                + SELECTOR
                + ": Invalid value: null: conflicting scopes");
  }

  @Test
  void scopes_may_not_change_but_hard_and_selector_may() {
    ResourceQuota old =
        quota(new ResourceQuotaSpec(list("pods=1"), List.of("BestEffort"), List.of()));
    ScopedResourceSelectorRequirement requirement =
        new ScopedResourceSelectorRequirement("PriorityClass", "Exists", List.of());

    assertThat(
            ResourceQuotaValidation.validateUpdate(
                quota(
                    new ResourceQuotaSpec(
                        list("pods=2"), List.of("BestEffort", "BestEffort"), List.of(requirement))),
                old,
                KubernetesControlPlane.DEFAULT))
        .isEmpty();
    assertThat(
            ResourceQuotaValidation.validateUpdate(
                quota(ResourceQuotaSpec.of(list("pods=1"))), old, KubernetesControlPlane.DEFAULT))
        .extracting(FieldError::toString)
        .containsExactly("spec.scopes: Invalid value: null: field is immutable");
  }

  @Test
  void requests_beyond_limits_are_warned_of() {
    assertThat(
            ResourceQuotaValidation.warnings(
                quota(
                    ResourceQuotaSpec.of(
                        list(
                            "cpu=9,requests.cpu=2,limits.cpu=1,memory=2Gi,limits.memory=1Gi,"
                                + "requests.ephemeral-storage=1Gi,limits.ephemeral-storage=1Gi")))))
        .containsExactly(
            "ResourceQuota requests.cpu (2) should be less than limits.cpu (1)",
            "ResourceQuota memory (2Gi) should be less than limits.memory (1Gi)");
  }

  private static ResourceQuota quota(ResourceQuotaSpec spec) {
    return new ResourceQuota(ObjectMeta.of("team-a", "q"), spec, ResourceQuotaStatus.NONE);
  }

  private static String errors(ResourceQuotaSpec spec) {
    return String.join(
        " | ",
        ResourceQuotaValidation.validateCreate(quota(spec)).stream()
            .map(FieldError::toString)
            .toList());
  }
}
