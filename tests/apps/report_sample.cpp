// Writes a report's page, made of sample figures, for a browser to be tested with: report_sample FILE
#include <fstream>

#include "support/sample_report.hpp"

int main(int count, char** arguments) {
  if (count != 2) return 2;
  std::ofstream file(arguments[1], std::ios::binary);
  file << waymark::report_page(waymark::test::sample_report());
  return file.flush() ? 0 : 1;
}
