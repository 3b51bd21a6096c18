package dev.plimsoll.kube.prometheus;

import dev.plimsoll.kube.InputException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A metric of an exporter that tells how busy a device is.
 *
 * @param name its name
 * @param full its value for a device that is busy all the time
 */
public record UsageMetric(String name, double full) {
  /** The metrics of DCGM's exporter, the better one first. */
  public static final List<UsageMetric> DCGM =
      List.of(
          new UsageMetric("DCGM_FI_PROF_GR_ENGINE_ACTIVE", 1),
          new UsageMetric("DCGM_FI_DEV_GPU_UTIL", 100));

  private static final Pattern FORM =
      Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*)=([0-9]{1,9}(?:\\.[0-9]{1,9})?)");

  /**
   * Reads a metric such as {@code gpu_gfx_activity=100}.
   *
   * @throws InputException if it isn't one
   */
  public static UsageMetric parse(String text) {
    Matcher matcher = FORM.matcher(text);
    double full = matcher.matches() ? Double.parseDouble(matcher.group(2)) : 0;
    if (full <= 0) {
      throw new InputException(
          "invalid usage metric \""
              + text
              + "\": expected a metric and its value for a busy device, such as"
              + " gpu_gfx_activity=100.");
    }
    return new UsageMetric(matcher.group(1), full);
  }
}
