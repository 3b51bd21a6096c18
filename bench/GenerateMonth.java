import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;

/**
 * Draws the device-hours of two months of 64 GPUs: {@code java bench/GenerateMonth.java FILE}. Each
 * tenant needs a number of GPUs that follows the hour and the weekday. A quota bounds each tenant. A
 * part of the GPUs that a tenant has works; of the others one has not been unused for long.
 * In the second month the quotas follow the need, so fewer GPUs wait for a quota.
 */
final class GenerateMonth {
  private static final int CAPACITY = 64;
  private static final int HOURS = 60 * 24;
  private static final Instant END = Instant.parse("2026-11-21T05:00:00Z");
  private static final String ROW =
      "{\"resource\":\"nvidia.com/gpu\",\"product\":\"NVIDIA-A100-SXM4-80GB\",\"state\":\"%s\","
          + "\"tenant\":\"%s\",\"seconds\":%d}";

  /**
   * A tenant.
   *
   * @param busy the part of its GPUs that work
   * @param need the mean number of GPUs that its pods need
   * @param rhythm how much more it needs in the afternoon than at night, and on working days
   * @param before its quota in the first month
   * @param after its quota in the second month
   */
  private record Tenant(String name, double busy, double need, double rhythm, int before, int after) {}

  private static final List<Tenant> TENANTS =
      List.of(
          new Tenant("nlp", 0.85, 23, 0.1, 16, 24),
          new Tenant("research", 0.6, 14, 0.5, 8, 12),
          new Tenant("vision", 0.55, 9, 0.6, 6, 10),
          new Tenant("robotics", 0.7, 6, 0.3, 16, 8),
          new Tenant("batch", 0.95, 4, -0.4, 4, 6),
          new Tenant("serving", 0.35, 3, 0.2, 12, 4),
          new Tenant("sandbox", 0.25, 2, 0.8, 2, 2));

  private final Random random = new Random(1876);
  private final double[] drift = new double[TENANTS.size()];

  private GenerateMonth() {}

  public static void main(String[] args) throws Exception {
    Path file = Path.of(args[0]);
    Files.createDirectories(file.toAbsolutePath().getParent());
    GenerateMonth month = new GenerateMonth();
    try (PrintWriter out =
        new PrintWriter(
            new GZIPOutputStream(Files.newOutputStream(file)), false, StandardCharsets.UTF_8)) {
      for (int hour = 0; hour < HOURS; hour++) {
        out.print(month.line(hour) + "\n");
      }
    }
  }

  private String line(int hour) {
    Instant begin = END.minus(HOURS - hour, ChronoUnit.HOURS);
    TreeMap<String, Integer> devices = new TreeMap<>();
    int left = CAPACITY;
    left -= take(devices, "broken/", left, isIn(hour, 11, 13) ? 2 : isIn(hour, 38, 39) ? 1 : 0);
    left -= take(devices, "withheld/", left, isIn(hour, 20, 26) || hour >= 53 * 24 ? 8 : 0);
    int[] denied = new int[TENANTS.size()];
    for (int i = 0; i < TENANTS.size(); i++) {
      Tenant tenant = TENANTS.get(i);
      int need = need(i, begin.atZone(ZoneOffset.UTC));
      int quota = hour < HOURS / 2 ? tenant.before() : tenant.after();
      int runs = Math.min(left, Math.min(need, quota));
      int busy = (int) Math.round(runs * Math.min(1, tenant.busy() + 0.1 * random.nextGaussian()));
      int rest = runs - take(devices, "busy/" + tenant.name(), runs, busy);
      take(devices, "allocated/" + tenant.name(), 1, rest);
      take(devices, "idle/" + tenant.name(), rest - 1, rest - 1);
      left -= runs;
      denied[i] = Math.max(0, need - quota);
    }
    if (left < 8 && hour % 24 >= 7) {
      left -= take(devices, "fragmented/nlp", left, 8);
    }
    for (int i = 0; i < TENANTS.size(); i++) {
      left -= take(devices, "quota/" + TENANTS.get(i).name(), left, denied[i]);
    }
    if (hour >= 50 * 24) {
      left -= take(devices, "constraints/research", left, 6);
    }
    take(devices, "free/", left, left);
    StringBuilder rows = new StringBuilder();
    devices.forEach(
        (key, count) -> {
          int slash = key.indexOf('/');
          rows.append(rows.length() == 0 ? "" : ",")
              .append(
                  ROW.formatted(key.substring(0, slash), key.substring(slash + 1), count * 3600));
        });
    return "{\"begin\":\"%s\",\"end\":\"%s\",\"observedSeconds\":3600,\"devices\":[%s]}"
        .formatted(begin, begin.plus(1, ChronoUnit.HOURS), rows);
  }

  private static boolean isIn(int hour, int fromDay, int toDay) {
    return hour >= fromDay * 24 && hour < toDay * 24;
  }

  private int need(int index, ZonedDateTime time) {
    Tenant tenant = TENANTS.get(index);
    drift[index] = 0.95 * drift[index] + 0.07 * random.nextGaussian();
    boolean isFree =
        time.getDayOfWeek() == DayOfWeek.SATURDAY || time.getDayOfWeek() == DayOfWeek.SUNDAY;
    double day = Math.cos((time.getHour() - 15) * Math.PI / 12) - (isFree ? 1 : 0);
    return (int) Math.max(0, Math.round(tenant.need() * (1 + tenant.rhythm() * day + drift[index])));
  }

  private static int take(TreeMap<String, Integer> devices, String key, int left, int wanted) {
    int taken = Math.min(left, wanted);
    if (taken > 0) {
      devices.merge(key, taken, Integer::sum);
    }
    return taken;
  }
}
