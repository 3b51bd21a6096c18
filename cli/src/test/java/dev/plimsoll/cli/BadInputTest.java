package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class BadInputTest {
  private static final String POD =
      "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"a\",\"namespace\":\"n\"},";

  private static final String SLICE =
      "{\"apiVersion\":\"resource.k8s.io/v1\",\"kind\":\"ResourceSlice\",\"metadata\":{\"name\":\"s\"},";

  @TempDir Path folder;

  static Stream<Arguments> documents() {
    return Stream.of(
        Arguments.of(
            POD
                + "\"spec\":{\"containers\":[{\"name\":\"c\",\"resources\":{\"requests\":{\"cpu\":\"1 core\"}}}]}}",
            "document 1: Pod n/a: spec.containers[0].resources.requests.cpu: \"1 core\": quantities"
                + " must match the regular expression"),
        Arguments.of(
            POD + "\"spec\":{\"containers\":[]}}",
            "document 1: Pod n/a: spec.containers: is empty, and a pod has at least one."),
        Arguments.of(
            "{\"apiVersion\":\"v1\",\"kind\":\"ResourceQuota\",\"metadata\":{\"name\":\"q\","
                + "\"namespace\":\"n\"},\"spec\":{\"hard\":{\"gpus\":\"1\"}}}",
            "document 1: ResourceQuota n/q: spec.hard[gpus]: Invalid value: \"gpus\": must be a"
                + " standard resource type or fully qualified."),
        Arguments.of(
            SLICE + "\"spec\":{\"driver\":\"d\",\"pool\":{\"name\":\"p\"},\"devices\":\"all\"}}",
            "document 1: ResourceSlice s: spec.devices: must be a list, got \"all\""),
        Arguments.of(
            SLICE
                + "\"spec\":{\"driver\":\"d\",\"pool\":{\"name\":\"p\"},\"devices\":[{\"name\":\"0\","
                + "\"capacity\":{\"memory\":{\"value\":\"80 GB\"}}}]}}",
            "document 1: ResourceSlice s: spec.devices[0].capacity.memory.value: \"80 GB\":"
                + " quantities must match the regular expression"),
        Arguments.of(
            SLICE + "\"spec\":{\"pool\":{\"name\":\"p\"}}}",
            "document 1: ResourceSlice s: spec.driver: is empty, and a slice has one"),
        Arguments.of(
            SLICE + "\"spec\":{\"driver\":\"d\"}}",
            "document 1: ResourceSlice s: spec.pool.name: is empty, and a slice has one"),
        Arguments.of(
            "{\"apiVersion\":\"resource.k8s.io/v1\",\"kind\":\"ResourceClaim\",\"metadata\":"
                + "{\"name\":\"c\",\"namespace\":\"n\"},\"spec\":{\"devices\":{\"requests\":["
                + "{\"name\":\"gpu\",\"exactly\":{\"deviceClassName\":\"gpus\",\"count\":\"two\"}}]}}}",
            "document 1: ResourceClaim n/c: spec.devices.requests[0].exactly.count: must be an integer, got"),
        Arguments.of(
            "{\"apiVersion\":\"v1\",\"kind\":\"List\",\"items\":[{\"kind\":",
            "invalid or truncated JSON: End of input at line 1 column 51"),
        Arguments.of("{\"items\": []}", "holds no Kubernetes objects."),
        Arguments.of("[1, 2]", "is not a Kubernetes object: it has no apiVersion and no kind."),
        Arguments.of("a: b: c", "is not correct YAML at line 1, column 5"),
        Arguments.of("just text", "is not a Kubernetes object"));
  }

  @ParameterizedTest
  @MethodSource("documents")
  void a_broken_document_is_named_with_its_place(String document, String sentence)
      throws IOException {
    Path file = Files.writeString(folder.resolve("dump.json"), document);

    CliRun cliRun = CliRun.of("gaps", "--snapshot", file.toString());

    assertThat(cliRun.exitCode()).isEqualTo(2);
    assertThat(cliRun.out()).isEmpty();
    assertThat(cliRun.err()).hasLineCount(1).startsWith("error: ").contains("dump.json", sentence);
  }

  @Test
  void each_mistake_has_a_line_and_what_is_quoted_begins_none() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("policy.yaml"),
            """
            apiVersion: plimsoll.dev/v1alpha1
            kind: CapacityPolicy
            metadata: {name: gpus}
            spec: {resources: [{name: nvidia.com/gpu}], tenants: [{name: a, namespaces: [a]}]}
            "one": 1
            "two\\nerror: forged": 2
            """);

    CliRun cliRun = CliRun.onExample("advise", "--policy", file.toString());

    assertThat(cliRun.exitCode()).isEqualTo(2);
    assertThat(cliRun.err().lines())
        .hasSize(2)
        .allMatch(line -> line.contains("policy.yaml, line "))
        .noneMatch(line -> line.startsWith("error: forged"));
  }

  @Test
  void without_nodes_there_is_nothing_to_divide() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("dump.json"), POD + "\"spec\":{\"containers\":[{\"name\":\"c\"}]}}");

    CliRun cliRun = CliRun.of("advise", "--snapshot", file.toString());

    assertThat(cliRun.exitCode()).isEqualTo(2);
    assertThat(cliRun.out()).isEmpty();
    assertThat(cliRun.err().lines().reduce((a, b) -> b))
        .contains(
            "error: nodes were not read, so the capacity is unknown; grant the verb"
                + " list on nodes at cluster scope, or add nodes to the snapshot.");
  }

  @Test
  void a_later_document_is_named_by_its_number() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("all.yaml"),
            "apiVersion: v1\nkind: Namespace\nmetadata: {name: a}\n---\nkind: Pod\n  broken: [");

    CliRun cliRun = CliRun.of("gaps", "--snapshot", file.toString());

    assertThat(cliRun.exitCode()).isEqualTo(2);
    assertThat(cliRun.err()).contains("all.yaml, document 2", "line 6");
  }

  @Test
  void a_cut_gzip_file_is_said_to_be_cut() throws IOException {
    byte[] whole = gzipped(Files.readAllBytes(CliRun.EXAMPLE));
    Path file = Files.write(folder.resolve("dump.json.gz"), Arrays.copyOf(whole, whole.length / 2));

    CliRun cliRun = CliRun.of("gaps", "--snapshot", file.toString());

    assertThat(cliRun.exitCode()).isEqualTo(2);
    assertThat(cliRun.err()).hasLineCount(1).contains("dump.json.gz");
  }

  private static byte[] gzipped(byte[] bytes) throws IOException {
    java.io.ByteArrayOutputStream out = new java.io.ByteArrayOutputStream();
    try (java.util.zip.GZIPOutputStream zip = new java.util.zip.GZIPOutputStream(out)) {
      zip.write(bytes);
    }
    return out.toByteArray();
  }

  static Stream<Arguments> arguments() {
    return Stream.of(
        Arguments.of("gaps --snapshot /nowhere/dump.json", "/nowhere/dump.json does not exist."),
        Arguments.of("explain gadget/a", "no object of kind \"gadget\""),
        Arguments.of(
            "explain pod/nothing -n vision",
            "pod \"nothing\" not found in namespace \"vision\"; known: notebook"),
        Arguments.of("explain notebook", "invalid argument \"notebook\": expected KIND/NAME"),
        Arguments.of("explain", "expected either KIND/NAME or -f FILE"),
        Arguments.of("gaps -n visoin", "namespace \"visoin\" not found; known: batch"),
        Arguments.of("gaps -n vision -A", "--namespace and -A are mutually exclusive"),
        Arguments.of("whatif gaps", "no change given"),
        Arguments.of("whatif --set-quota vision:x=1 gaps", "expected NS/NAME:KEY=VALUE"),
        Arguments.of(
            "whatif --set-quota vision/gpu:gpus=1 gaps",
            "must be a standard resource type or fully qualified"),
        Arguments.of("whatif --set-quota vision/gpu:pods=lots gaps", "invalid quantity \"lots\""),
        Arguments.of(
            "whatif --set-quota vision/none:pods=1 gaps",
            "resourcequota \"none\" not found in namespace \"vision\"; known: "),
        Arguments.of("whatif --uncordon a100-9 gaps", "node \"a100-9\" not found; known: "),
        Arguments.of(
            "whatif --add-nodes H200=1 gaps",
            "node group or node \"H200\" not found; known: NVIDIA"),
        Arguments.of("defrag --at-least 0", "invalid --at-least 0: must be at least 1"),
        Arguments.of(
            "defrag --resource cpu", "invalid --resource \"cpu\": must be an extended resource"),
        Arguments.of("fit -f /nowhere/pod.yaml", "/nowhere/pod.yaml does not exist."),
        Arguments.of("quota describe none", "resourcequota \"none\" not found; known: batch/gpu"));
  }

  @ParameterizedTest
  @MethodSource("arguments")
  void a_wrong_argument_gets_a_sentence(String arguments, String sentence) {
    CliRun cliRun =
        arguments.contains("--snapshot")
            ? CliRun.of(arguments.split(" "))
            : CliRun.onExample(arguments.split(" "));

    assertThat(cliRun.exitCode()).isEqualTo(2);
    assertThat(cliRun.out()).isEmpty();
    assertThat(cliRun.err()).startsWith("error: ").contains(sentence).doesNotContain("\tat ");
  }

  @Test
  void a_folder_without_objects_is_said_to_hold_none() throws IOException {
    Files.writeString(folder.resolve("notes.txt"), "nothing", StandardCharsets.UTF_8);

    CliRun cliRun = CliRun.of("gaps", "--snapshot", folder.toString());

    assertThat(cliRun.exitCode()).isEqualTo(2);
    assertThat(cliRun.err()).contains("holds no Kubernetes objects in files that end with");
  }

  @Test
  void an_unknown_option_gets_a_hint() {
    CliRun cliRun = CliRun.of("gaps", "--snapshots", "x");

    assertThat(cliRun.exitCode()).isEqualTo(2);
    assertThat(cliRun.err()).contains("--snapshot").doesNotContain("\tat ");
  }

  @Test
  void an_attribute_that_no_device_has_is_named() {
    CliRun run = CliRun.of("capacity", "--by", "colour", "--snapshot", CliRun.EXAMPLE.toString());

    assertThat(run.out())
        .endsWith("No device that was read has the attribute or capacity colour.\n");
  }
}
