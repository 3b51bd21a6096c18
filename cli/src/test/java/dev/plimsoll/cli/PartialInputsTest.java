package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import dev.plimsoll.cli.partial.PartialInput;
import dev.plimsoll.cli.partial.PartialInputs;
import dev.plimsoll.kube.file.SnapshotReader;
import dev.plimsoll.kube.file.Unlisted;
import dev.plimsoll.kube.resource.SnapshotResource;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Coverage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PartialInputsTest {
  @TempDir Path folder;

  static Stream<PartialInput> inputs() {
    return PartialInputs.all();
  }

  @Test
  void people_send_all_kinds_of_parts() {
    assertThat(inputs().map(PartialInput::name)).hasSizeGreaterThan(40).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @MethodSource("inputs")
  void what_was_read_is_known_for_each_resource(PartialInput input) {
    List<String> arguments = input.arguments(folder);
    Unlisted unlisted = arguments.contains("--complete") ? Unlisted.NONEXISTENT : Unlisted.UNKNOWN;

    Cluster cluster = SnapshotReader.read(List.of(folder), unlisted, n -> {}, p -> {});

    Map<String, Coverage> found = new TreeMap<>();
    Map<String, Coverage> expected = new TreeMap<>();
    for (SnapshotResource resource : SnapshotResource.all()) {
      String name = resource.kubectlName();
      found.put(name, cluster.coverage(resource.resource().resource()));
      expected.put(name, expected(input, name));
    }
    assertThat(found).isEqualTo(expected);
  }

  private static Coverage expected(PartialInput input, String resource) {
    if (input.complete().contains(resource) || input.complete().contains("*")) {
      return Coverage.COMPLETE;
    }
    return Coverage.of(Set.copyOf(input.partial().getOrDefault(resource, List.of())));
  }

  @ParameterizedTest
  @MethodSource("inputs")
  void what_was_not_read_is_said_in_one_line(PartialInput input) {
    List<String> arguments = new ArrayList<>(List.of("gaps", "-o", "json"));
    arguments.addAll(input.arguments(folder));

    CliRun cliRun = CliRun.of(arguments.toArray(String[]::new));

    assertThat(cliRun.exitCode()).as(cliRun.err()).isLessThan(2);
    List<String> omissions =
        StreamSupport.stream(
                JsonParser.parseString(cliRun.out())
                    .getAsJsonObject()
                    .getAsJsonArray("omissions")
                    .spliterator(),
                false)
            .map(JsonElement::getAsString)
            .filter(o -> !o.startsWith("Not read, as their names don't end like JSON or YAML"))
            .toList();
    assertThat(cliRun.err().lines())
        .containsAll(omissions.stream().map(o -> "note: " + o).toList());
    assertThat(omissions).hasSize(input.omission().isPresent() ? 1 : 0);
    input.omission().ifPresent(o -> assertThat(omissions.get(0)).startsWith(o));
  }
}
