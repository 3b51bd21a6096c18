package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SchemaTest {

  static Stream<Arguments> answers() {
    String pod = CliRun.ROOT.resolve("examples/pod.yaml").toString();
    String queues =
        CliRun.ROOT.resolve("kube/src/test/resources/kueue/overcommitted.yaml").toString();
    String autoscalers =
        CliRun.ROOT.resolve("kube/src/test/resources/autoscalers/pending.yaml").toString();
    return Stream.of(
        Arguments.of("gaps", "gaps"),
        Arguments.of("gaps", "gaps -n kube-public"),
        Arguments.of("explain", "explain deployment/notebook -n vision"),
        Arguments.of("explain", "explain pod/llm-8gpu"),
        Arguments.of("explain", "explain pod/gated"),
        Arguments.of("explain", "explain -f " + pod),
        Arguments.of("explain", "explain pod/trainer --snapshot " + autoscalers),
        Arguments.of("when", "when"),
        Arguments.of("when", "when pod/llm-8gpu"),
        Arguments.of("when", "when -f " + pod),
        Arguments.of("lifetimes", "lifetimes"),
        Arguments.of("capacity", "capacity"),
        Arguments.of("capacity", "capacity --by-domain"),
        Arguments.of("capacity", "capacity --by-flavor --snapshot " + queues),
        Arguments.of("report", "report"),
        Arguments.of("report", "report --by tenant"),
        Arguments.of("quota", "quota"),
        Arguments.of("quota", "quota describe memory -n serving"),
        Arguments.of("fit", "fit -f " + pod),
        Arguments.of("fit", "fit --replicas 2 -f " + pod),
        Arguments.of("defrag", "defrag"),
        Arguments.of("defrag", "defrag --complete"),
        Arguments.of("defrag", "defrag --complete --resource example.org/none"),
        Arguments.of("advise", "advise"),
        Arguments.of("advise", "advise --policy " + CliRun.ROOT.resolve("examples/policy.yaml")),
        Arguments.of("whatif", "whatif --uncordon a100-3 gaps"));
  }

  @ParameterizedTest
  @MethodSource("answers")
  void answers_follow_their_schema(String schema, String command) throws IOException {
    JsonSchema rules =
        JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
            .getSchema(Files.readString(CliRun.ROOT.resolve("docs/schema/" + schema + ".json")));

    String json = CliRun.jsonOnExample(command.split(" ")).toString();

    assertThat(rules.validate(json, InputFormat.JSON)).isEmpty();
  }
}
