package dev.plimsoll.kube.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.kubernetes.admission.podsecurity.PodSecurityConfiguration;
import dev.plimsoll.kubernetes.admission.podsecurity.PodSecurityLevel;
import dev.plimsoll.kubernetes.admission.podsecurity.PodSecurityPolicy;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.ScopedResourceSelectorRequirement;
import dev.plimsoll.kubernetes.quota.LimitedResource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AdmissionConfigurationTest {
  private static final String LIMITED =
      """
      kind: ResourceQuotaConfiguration
      limitedResources:
      - resource: pods
        matchContains: [requests.cpu]
        matchScopes: [{scopeName: PriorityClass, operator: In, values: [high]}]
      """;

  private static final LimitedResource EXPECTED =
      new LimitedResource(
          new GroupResource("", "pods"),
          List.of("requests.cpu"),
          List.of(new ScopedResourceSelectorRequirement("PriorityClass", "In", List.of("high"))));

  private static final String SECURITY =
      """
      kind: PodSecurityConfiguration
      defaults: {enforce: baseline, enforce-version: v1.30, warn: restricted}
      exemptions: {namespaces: [a], runtimeClasses: [b], usernames: [c]}
      """;

  private static final PodSecurityConfiguration SECURED =
      new PodSecurityConfiguration(
          new PodSecurityPolicy(PodSecurityLevel.BASELINE, OptionalInt.of(30)),
          Set.of("a"),
          Set.of("b"),
          true);

  @TempDir private Path folder;

  private List<LimitedResource> read(String text) throws IOException {
    return configuration(text).limitedResources();
  }

  private AdmissionConfiguration configuration(String text) throws IOException {
    return AdmissionConfiguration.read(Files.writeString(folder.resolve("admission.yaml"), text));
  }

  private static String plugin(String configuration) {
    return "kind: AdmissionConfiguration\nplugins:\n- name: Other\n- name: ResourceQuota\n"
        + configuration.indent(2);
  }

  private static String securityPlugin(String configuration) {
    return plugin(configuration).replace("name: ResourceQuota", "name: PodSecurity");
  }

  @Test
  void the_plug_in_is_configured_in_the_file_itself() throws IOException {
    assertThat(read(LIMITED)).containsExactly(EXPECTED);
    assertThat(read(plugin("configuration:\n" + LIMITED.indent(2)))).containsExactly(EXPECTED);
  }

  @Test
  void the_plug_in_is_configured_in_a_file_beside_it() throws IOException {
    Files.writeString(folder.resolve("quota.yaml"), LIMITED);

    assertThat(read(plugin("path: quota.yaml"))).containsExactly(EXPECTED);
    assertThatThrownBy(() -> read(plugin("path: none.yaml")))
        .hasMessage(folder.resolve("none.yaml") + " does not exist.");
  }

  @Test
  void without_configuration_nothing_is_limited() throws IOException {
    assertThat(read(plugin(""))).isEmpty();
  }

  @Test
  void a_kind_of_several_lines_is_told_in_one() {
    assertThatThrownBy(() -> read("kind: |\n  A\n  Pod"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("A Pod, and should be an AdmissionConfiguration");
  }

  @Test
  void another_kind_is_an_error() {
    assertThatThrownBy(() -> read("kind: Pod"))
        .isInstanceOf(InputException.class)
        .hasMessageEndingWith(
            "is a Pod, and should be an AdmissionConfiguration, a ResourceQuotaConfiguration or a"
                + " PodSecurityConfiguration.");
  }

  private Optional<PodSecurityConfiguration> podSecurity(String text) throws IOException {
    return configuration(text).podSecurity();
  }

  @Test
  void pod_security_is_configured_in_the_file_itself_or_in_one_beside_it() throws IOException {
    Files.writeString(folder.resolve("security.yaml"), SECURITY);

    assertThat(podSecurity(SECURITY)).contains(SECURED);
    assertThat(podSecurity(securityPlugin("path: security.yaml"))).contains(SECURED);
    assertThat(podSecurity(securityPlugin("configuration:\n" + SECURITY.indent(2))))
        .contains(SECURED);
    assertThatThrownBy(() -> podSecurity(securityPlugin("path: admission.yaml")))
        .hasMessageEndingWith(
            "admission.yaml is of kind AdmissionConfiguration, and should be a"
                + " PodSecurityConfiguration.");
  }

  @Test
  void pod_security_is_known_to_be_as_by_default_where_the_whole_file_does_not_configure_it()
      throws IOException {
    assertThat(podSecurity(plugin(""))).contains(PodSecurityConfiguration.DEFAULT);
    assertThat(podSecurity(securityPlugin(""))).contains(PodSecurityConfiguration.DEFAULT);
    assertThat(podSecurity("kind: PodSecurityConfiguration"))
        .contains(PodSecurityConfiguration.DEFAULT);
    assertThat(podSecurity(LIMITED)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          enforce: strict         | defaults.enforce: is "strict", and should be one of privileged, baseline, restricted.
          enforce-version: '1.30' | defaults.enforce-version: is "1.30", and should be latest or a version such as v1.30.
          """)
  void what_the_api_server_would_not_start_with_is_an_error(String field, String message) {
    assertThatThrownBy(
            () -> podSecurity("kind: PodSecurityConfiguration\ndefaults: {" + field + "}"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("admission.yaml: ")
        .hasMessageContaining(message);
  }
}
