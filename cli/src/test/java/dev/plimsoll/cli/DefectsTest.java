package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.plimsoll.model.admission.AdmissionChain;
import dev.plimsoll.model.fixtures.FailingRules;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** A rule that fails on what one tenant has is named, and no other tenant's answer is touched. */
class DefectsTest {
  private static final String BROKEN = "vision";

  /** As the command has them, but with a rule that fails. */
  private static final class FailingOptions extends ClusterOptions {
    @Override
    AdmissionChain admissionChain() {
      return FailingRules.in(BROKEN);
    }
  }

  private static final CommandLine.IFactory FACTORY =
      new CommandLine.IFactory() {
        @Override
        public <K> K create(Class<K> cls) throws Exception {
          return cls == ClusterOptions.class
              ? cls.cast(new FailingOptions())
              : CommandLine.defaultFactory().create(cls);
        }
      };

  @Test
  void gaps_of_other_tenants_are_told_to_the_byte() {
    CliRun failing = CliRun.withFactory(FACTORY, "gaps", "-o", "json");
    List<String> others = others(failing.out());

    assertThat(others).isNotEmpty().isEqualTo(others(CliRun.onExample("gaps", "-o", "json").out()));
    assertThat(failing.exitCode()).isEqualTo(ExitCode.PARTLY);
    assertThat(failing.err())
        .contains("error: internal error: not examined: deployment/notebook in namespace vision: ");
  }

  @Test
  void the_table_names_what_was_not_examined() {
    assertThat(CliRun.withFactory(FACTORY, "gaps", "--limit", "0").out())
        .contains("Not examined, because of a defect in Plimsoll:")
        .contains("  deployment/notebook in namespace vision: java.lang.ArithmeticException: long");
  }

  @Test
  void a_workload_of_another_tenant_is_explained_as_ever() {
    String[] words = {"explain", "deployment/api", "-n", "serving"};

    assertThat(CliRun.withFactory(FACTORY, words)).isEqualTo(CliRun.onExample(words));
  }

  private static List<String> others(String json) {
    JsonArray gaps = JsonParser.parseString(json).getAsJsonObject().getAsJsonArray("gaps");
    List<String> others = new ArrayList<>();
    for (JsonElement gap : gaps) {
      JsonObject object = gap.getAsJsonObject();
      if (!object.get("namespace").getAsString().equals(BROKEN)) {
        others.add(object.toString());
      }
    }
    return others;
  }
}
