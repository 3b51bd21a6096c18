package dev.plimsoll.model.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Coverage;
import dev.plimsoll.kubernetes.object.LabelSelector;
import dev.plimsoll.kubernetes.object.MatchResources;
import dev.plimsoll.kubernetes.object.MutatingAdmissionPolicy;
import dev.plimsoll.kubernetes.object.MutatingAdmissionPolicyBinding;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.PodSpec;
import dev.plimsoll.kubernetes.object.PodStatus;
import dev.plimsoll.kubernetes.object.PolicyRules;
import dev.plimsoll.kubernetes.object.PolicyRules.Validation;
import dev.plimsoll.kubernetes.object.ValidatingAdmissionPolicy;
import dev.plimsoll.kubernetes.object.ValidatingAdmissionPolicyBinding;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AdmissionExtensionsTest {
  private static final Pod POD =
      new Pod(ObjectMeta.of("team", "a"), PodSpec.builder().build(), PodStatus.PENDING);

  private static final MatchResources PODS =
      new MatchResources(
          new LabelSelector(Map.of(), List.of()),
          new LabelSelector(Map.of(), List.of()),
          List.of(
              new MatchResources.Rule(
                  List.of(""), List.of("v1"), List.of("CREATE"), List.of("pods"), List.of(), "*")),
          List.of());

  private static final ValidatingAdmissionPolicy POLICY =
      new ValidatingAdmissionPolicy(
          ObjectMeta.of("", "policy"),
          PODS,
          new PolicyRules(
              "Fail",
              false,
              List.of(),
              List.of(),
              List.of(new Validation("request.userInfo.username != 'x'", "", "", "")),
              false));

  private static final ValidatingAdmissionPolicyBinding BINDING =
      new ValidatingAdmissionPolicyBinding(
          ObjectMeta.of("", "binding"), "policy", false, Optional.empty(), List.of("Deny"));

  private static Cluster cluster() {
    return Cluster.builder(Instant.EPOCH)
        .add(new Namespace(ObjectMeta.of("", "team")))
        .complete()
        .build();
  }

  private static List<String> sentences(Cluster cluster) {
    return new AdmissionExtensions(cluster, POD).sentences().toList();
  }

  @Test
  void a_policy_of_which_it_is_not_known_what_it_decides_is_named_with_the_reason() {
    assertThat(sentences(cluster().with(POLICY).with(BINDING)))
        .containsExactly(
            "ValidatingAdmissionPolicy policy with binding binding may deny it: request.userInfo is"
                + " not modelled");
  }

  @Test
  void a_policy_without_bindings_denies_nothing_unless_they_were_not_read() {
    Cluster cluster = cluster().with(POLICY);

    assertThat(sentences(cluster)).isEmpty();
    assertThat(
            sentences(
                cluster.withCoverage(ValidatingAdmissionPolicyBinding.RESOURCE, Coverage.NONE)))
        .containsExactly(
            "ValidatingAdmissionPolicy policy may deny it: its bindings were not read");
  }

  @Test
  void a_binding_without_its_policy_denies_nothing_unless_policies_were_not_read() {
    Cluster cluster = cluster().with(BINDING);

    assertThat(sentences(cluster)).isEmpty();
    assertThat(sentences(cluster.withCoverage(ValidatingAdmissionPolicy.RESOURCE, Coverage.NONE)))
        .containsExactly(
            "ValidatingAdmissionPolicy policy with binding binding may deny it: the policy was not"
                + " read");
  }

  @Test
  void a_policy_that_changes_pods_is_named_where_its_bindings_or_it_were_not_read() {
    Cluster bound =
        cluster()
            .with(
                new MutatingAdmissionPolicyBinding(
                    ObjectMeta.of("", "binding"), "policy", Optional.empty()));
    Cluster unbound =
        cluster().with(new MutatingAdmissionPolicy(ObjectMeta.of("", "policy"), PODS, "Ignore"));

    assertThat(sentences(bound)).isEmpty();
    assertThat(sentences(bound.withCoverage(MutatingAdmissionPolicy.RESOURCE, Coverage.NONE)))
        .containsExactly(
            "MutatingAdmissionPolicy policy with binding binding may change or deny it: the policy"
                + " was not read");
    assertThat(sentences(unbound)).isEmpty();
    assertThat(
            sentences(unbound.withCoverage(MutatingAdmissionPolicyBinding.RESOURCE, Coverage.NONE)))
        .containsExactly(
            "MutatingAdmissionPolicy policy may change it (failurePolicy Ignore): its bindings were"
                + " not read");
  }
}
