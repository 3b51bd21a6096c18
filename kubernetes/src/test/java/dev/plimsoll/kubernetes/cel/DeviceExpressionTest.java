package dev.plimsoll.kubernetes.cel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.plimsoll.kubernetes.object.Device;
import dev.plimsoll.kubernetes.object.DeviceAttribute;
import dev.plimsoll.kubernetes.object.DeviceCapacity;
import dev.plimsoll.kubernetes.object.DeviceNodes;
import dev.plimsoll.kubernetes.quantity.Quantity;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeviceExpressionTest {
  private static final Device GPU =
      new Device(
          "gpu-0",
          Map.of(
              "model", new DeviceAttribute.Text("A100"),
              "index", new DeviceAttribute.WholeNumber(3),
              "healthy", new DeviceAttribute.Truth(true),
              "driverVersion", new DeviceAttribute.Version("570.2.1"),
              "other.example.com/link", new DeviceAttribute.Text("nvlink")),
          Map.of("memory", new DeviceCapacity(Quantity.parse("80Gi"), Optional.empty())),
          List.of(),
          DeviceNodes.NONE,
          List.of(),
          false,
          List.of(),
          true);

  private static boolean matches(String expression) throws ExpressionException {
    return DeviceExpression.compile(expression.replace("$", "device.attributes['gpu.example.com']"))
        .matches("gpu.example.com", GPU);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "device.driver == 'gpu.example.com'",
        "device.allowMultipleAllocations",
        "$.model in ['A100', 'L4']",
        "$.index < 3.5",
        "$.healthy",
        "$.driverVersion.isGreaterThan(semver('560.0.0'))",
        "$.driverVersion.compareTo(semver('v570.2', true)) > 0",
        "$.driverVersion.major() == 570",
        "device.capacity['gpu.example.com'].memory.compareTo(quantity('40Gi')) >= 0",
        "device.capacity['gpu.example.com'].memory.sub(quantity('16Gi')).isLessThan(quantity('65Gi'))",
        "device.capacity['gpu.example.com'].memory == quantity('81920Mi')",
        "sign(quantity('-1')) == -1",
        "device.attributes['other.example.com'].link == 'nvlink'",
        "!has(device.attributes['absent.example.com'].link)",
        "$.?absent.orValue('none') == 'none'",
        "cel.bind(d, $, d.model.startsWith('A') && d.healthy)",
        "$.model.find('[0-9]+') == '100'",
        "$.model.matches('^A[0-9]+')",
        "'gpu.example.com' in device.attributes",
        "$.absent == 'x' || $.healthy"
      })
  void selects_by_what_a_device_is(String expression) throws ExpressionException {
    assertThat(matches(expression)).isTrue();
  }

  @Test
  void a_domain_without_attributes_is_empty_but_not_there() throws ExpressionException {
    assertThat(matches("'absent.example.com' in device.attributes")).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "$.absent == 'x' | no such key: absent",
        "$.model < 3 | no such overload",
        "quantity($.model).isInteger() | quantities must match the regular expression"
            + " '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
        "semver($.model).major() == 1 | No Major.Minor.Patch elements found",
        "$.model | CEL result of type string could not be converted to bool: type conversion error"
            + " from 'string' to 'bool'"
      })
  void says_like_the_scheduler_why_it_fails(String expression, String message) {
    assertThatExceptionOfType(ExpressionException.class)
        .isThrownBy(() -> matches(expression))
        .withMessage(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "device.foo | undefined field 'foo'",
        "unknown(1) | undeclared reference to 'unknown' (in container '')",
        "1 | must evaluate to bool or the unknown type, not int",
        "device.driver == | mismatched input '<EOF>'"
      })
  void says_why_it_does_not_compile(String expression, String message) {
    assertThatExceptionOfType(ExpressionException.class)
        .isThrownBy(() -> DeviceExpression.compile(expression))
        .withMessageContaining(message);
  }

  @Test
  void a_loop_that_costs_too_much_is_cancelled() {
    String ten = "[1,2,3,4,5,6,7,8,9,10]";
    String loops = "true";
    for (String variable : List.of("a", "b", "c", "d", "e", "f", "g")) {
      loops = ten + ".all(" + variable + ", " + loops + ")";
    }
    String expensive = loops;

    assertThatExceptionOfType(ExpressionException.class)
        .isThrownBy(() -> matches(expensive))
        .withMessage("operation cancelled: actual cost limit exceeded");
  }

  @Test
  void an_error_quotes_the_line_of_the_expression() {
    assertThatExceptionOfType(ExpressionException.class)
        .isThrownBy(() -> DeviceExpression.compile("true &&\n  unknownDevice"))
        .withMessage(
            "compilation failed: ERROR: <input>:2:3: undeclared reference to 'unknownDevice'"
                + " (in container '')\n |   unknownDevice\n | ..^");
  }

  @Test
  void keeps_what_was_wrong_with_an_expression() throws ExpressionException {
    DeviceExpressionCache cache = new DeviceExpressionCache();

    assertThat(cache.get("true")).isSameAs(cache.get("true"));
    assertThatExceptionOfType(ExpressionException.class).isThrownBy(() -> cache.get("1"));
    assertThatExceptionOfType(ExpressionException.class).isThrownBy(() -> cache.get("1"));
  }
}
