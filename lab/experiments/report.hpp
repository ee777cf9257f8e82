// What an experiment comes to: tables of measured figures beside the published ones, plots, pictures and claims, to be
// written as text or as a page.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lab/run/estimate.hpp"
#include "lab/view/figure.hpp"

namespace waymark {

struct ReportTable {
  struct Column {
    std::string name;  // "suboptimality"
    std::string unit;  // "%"; may be empty
  };
  struct Cell {
    std::optional<Estimate> measured = {};
    std::optional<double> published = {};
    std::string note = {};  // what a reader must know of it, told below the table; the cell has a mark then
  };
  struct Row {
    std::string name;
    std::vector<Cell> cells;  // one per column
  };
  std::string id;     // the paper's: "Table 3"
  std::string title;  // "Table 3: ..." without the id
  std::vector<Column> columns;
  std::vector<Row> rows;
};

struct ReportPicture {
  std::string id;  // may be empty
  std::string title;
  std::string png;   // the file's bytes
  std::string file;  // its name in the output folder
};

enum class Verdict : std::uint8_t { kHolds, kWithinNoise, kDoesNotHold, kNotComparable, kNotMeasured };

struct ReportClaim {
  std::string text;
  Verdict verdict = Verdict::kNotMeasured;
  std::string detail = {};    // "58.1 % (55.0 to 61.2) against 50 %"
  std::string argument = {};  // why it is not comparable
  std::string paper = {};     // the words that it rests on
};

struct Report {
  std::string name;   // "jair2008"
  std::string title;  // of the experiment
  std::string paper;  // citation
  bool quick = false;
  std::vector<std::string> provenance;  // lines: machine, compiler, commit, seed, command
  struct MapLine {
    std::string name;
    std::string fingerprint;
    std::uint64_t states = 0;
    std::uint64_t problems = 0;
  };
  std::vector<MapLine> maps;
  std::vector<ReportClaim> claims;
  std::vector<ReportTable> tables;
  std::vector<Figure> figures;
  std::vector<ReportPicture> pictures;
  std::vector<std::string> left_out = {};  // of the printed figures, each with the reason
};

// "holds", "within the noise", "does not hold", "not comparable", "not measured"
std::string to_string(Verdict verdict);
// tables.md: claims, tables and where the figures came from.
std::string report_markdown(const Report& report);
// report.html: the same with plots and pictures, sortable, one file that needs nothing else.
std::string report_page(const Report& report);

}  // namespace waymark
