package dev.plimsoll.kubernetes.cel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.cel.common.CelValidationException;
import dev.cel.runtime.CelEvaluationException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Holds the functions to what Kubernetes 1.36.2's own library makes of 1,525 expressions: the
 * expression, {@code value} or {@code error}, and which, with tabs between them.
 */
class KubernetesFunctionsTest {
  private record Case(String expression, String kind, String value) {

    static Case of(String line) {
      String[] parts = line.split("\t", -1);
      return new Case(parts[0], parts[1], parts[2]);
    }
  }

  @Test
  void functions_have_the_values_and_errors_that_they_have_in_kubernetes() {
    List<String> differences = new ArrayList<>();
    List<Case> cases = cases();
    for (Case one : cases) {
      String actual = evaluate(one.expression());
      if (!actual.equals(one.kind() + " " + one.value())) {
        differences.add(one + " but " + actual);
      }
    }

    assertThat(cases).hasSize(1525);
    assertThat(differences).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "url('http://user@example.com')",
        "isURL('http://[::1]/')",
        "url('/a%20b')",
        "'%.2f'.format([1.0])",
        "'%d'.format(['a'])",
        "[{'a':2},{'a':1}].sortBy(e, e.a)[0].a == 1",
        "true && isURL('//x')"
      })
  void what_is_not_modelled_is_neither_true_nor_false(String expression) {
    assertThatExceptionOfType(NotModelledException.class)
        .isThrownBy(() -> Programs.evaluate(expression));
  }

  @ParameterizedTest
  @ValueSource(strings = {"isURL('//x') || true", "true || isURL('//x')"})
  void what_is_not_modelled_does_not_matter_where_the_rest_decides(String expression)
      throws CelEvaluationException, CelValidationException {
    assertThat(Programs.evaluate(expression)).isEqualTo(true);
  }

  private static String evaluate(String expression) {
    try {
      return "value " + Programs.evaluate(expression);
    } catch (CelValidationException e) {
      return "compile " + e.getMessage();
    } catch (CelEvaluationException e) {
      return "error " + EvaluationErrors.message(e);
    } catch (NotModelledException e) {
      return "unknown " + e.getMessage();
    }
  }

  private static List<Case> cases() {
    try (InputStream in = KubernetesFunctionsTest.class.getResourceAsStream("functions.tsv")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .map(Case::of)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static final class Programs {
    static Object evaluate(String expression)
        throws CelEvaluationException, CelValidationException {
      return EvaluationErrors.checked(
          () -> DeviceEnvironment.program(DeviceEnvironment.compile(expression)).eval());
    }
  }
}
